// SPDX-License-Identifier: Apache-2.0

// Its interface has `CBUUID`, and Foundation's types, as on phones.
@_exported public import AppFoundation
@_exported public import CoreBluetooth
