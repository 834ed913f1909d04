// SPDX-License-Identifier: Apache-2.0

// Foundation's types, as on phones.
@_exported public import AppFoundation
