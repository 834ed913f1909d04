// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// A value on the bus; a type that this target does not use is `other`.
indirect enum Variant: Hashable, Sendable {
    case bool(Bool)
    case short(Int16)
    case int(Int32)
    /// Narrower numbers are read as this, too.
    case uint(UInt32)
    case string(String)
    case path(String)
    case bytes([UInt8])
    /// Members of one type, which is given for the sake of an empty list.
    case list(of: String, [Variant])
    case tuple([Variant])
    case dictionary([String: Variant])
    /// A profile: settings by name, each with its properties.
    case sections([String: [String: Variant]])
    /// A value of any type, for setting a property.
    case any(Variant)
    case other(type: String)

    /// A new GVariant with a floating reference.
    func encoded() -> OpaquePointer? {
        switch self {
        case .bool(let value): return g_variant_new_boolean(value ? 1 : 0)
        case .short(let value): return g_variant_new_int16(value)
        case .int(let value): return g_variant_new_int32(value)
        case .uint(let value): return g_variant_new_uint32(value)
        case .string(let value): return g_variant_new_string(value)
        case .path(let value): return g_variant_new_object_path(value)
        case .bytes(let value): return Self.container("ay", value.map { g_variant_new_byte($0) })
        case .list(let type, let members): return Self.container("a" + type, members.map { $0.encoded() })
        case .any(let value): return g_variant_new_variant(value.encoded())
        case .tuple(let members): return Self.container("r", members.map { $0.encoded() })
        case .dictionary(let entries):
            let members = entries.map { key, value in
                g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value.encoded()))
            }
            return Self.container("a{sv}", members)
        case .sections(let sections):
            let members = sections.map { key, value in
                g_variant_new_dict_entry(g_variant_new_string(key), Variant.dictionary(value).encoded())
            }
            return Self.container("a{sa{sv}}", members)
        case .other: return nil
        }
    }

    private static func container(_ type: String, _ members: [OpaquePointer?]) -> OpaquePointer? {
        let variantType = g_variant_type_new(type)
        defer { g_variant_type_free(variantType) }
        let builder = g_variant_builder_new(variantType)
        defer { g_variant_builder_unref(builder) }
        for member in members { g_variant_builder_add_value(builder, member) }
        return g_variant_builder_end(builder)
    }

    /// Reads a GVariant; does not touch its reference.
    init(_ pointer: OpaquePointer) {
        let type = cString(g_variant_get_type_string(pointer)) ?? ""
        switch type {
        case "b": self = .bool(g_variant_get_boolean(pointer) != 0)
        case "n": self = .short(g_variant_get_int16(pointer))
        case "y": self = .uint(UInt32(g_variant_get_byte(pointer)))
        case "q": self = .uint(UInt32(g_variant_get_uint16(pointer)))
        case "i": self = .int(g_variant_get_int32(pointer))
        case "u": self = .uint(g_variant_get_uint32(pointer))
        case "s": self = .string(cString(g_variant_get_string(pointer, nil)) ?? "")
        case "o": self = .path(cString(g_variant_get_string(pointer, nil)) ?? "")
        case "ay":
            var count: gsize = 0
            let data = g_variant_get_fixed_array(pointer, &count, 1)
            self = .bytes(Array(UnsafeRawBufferPointer(start: data, count: Int(count))))
        case "a{sv}":
            var entries: [String: Variant] = [:]
            for case .tuple(let entry) in Self.children(of: pointer) {
                if case .string(let key) = entry[0] { entries[key] = entry[1] }
            }
            self = .dictionary(entries)
        case "a{sa{sv}}":
            var sections: [String: [String: Variant]] = [:]
            for case .tuple(let entry) in Self.children(of: pointer) {
                if case .string(let key) = entry[0], case .dictionary(let value) = entry[1] { sections[key] = value }
            }
            self = .sections(sections)
        case "v": self = Self.children(of: pointer).first ?? .other(type: type)
        case _ where type.hasPrefix("("), _ where type.hasPrefix("{"): self = .tuple(Self.children(of: pointer))
        case _ where type.hasPrefix("a"):
            self = .list(of: String(type.dropFirst()), Self.children(of: pointer))
        case _: self = .other(type: type)
        }
    }

    private static func children(of pointer: OpaquePointer) -> [Variant] {
        (0..<g_variant_n_children(pointer)).compactMap { index in
            guard let child = g_variant_get_child_value(pointer, index) else { return nil }
            defer { g_variant_unref(child) }
            return Variant(child)
        }
    }
}

extension Variant {
    var number: Int? {
        switch self {
        case .short(let value): Int(value)
        case .int(let value): Int(value)
        case .uint(let value): Int(value)
        case .bool, .string, .path, .bytes, .list, .tuple, .dictionary, .sections, .any, .other: nil
        }
    }

    var text: String? {
        switch self {
        case .string(let value), .path(let value): value
        case .bool, .short, .int, .uint, .bytes, .list, .tuple, .dictionary, .sections, .any, .other: nil
        }
    }
}

extension Variant {
    /// Reads a value in the bus's form, in this machine's byte order; nil if the bytes are not one of the type.
    init?(reading bytes: [UInt8], as type: String) {
        let variantType = g_variant_type_new(type)
        defer { g_variant_type_free(variantType) }
        let data = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(data) }
        guard let value = g_variant_new_from_bytes(variantType, data, 0) else { return nil }
        g_variant_ref_sink(value)
        defer { g_variant_unref(value) }
        guard g_variant_is_normal_form(value) != 0 else { return nil }
        self.init(value)
    }
}
