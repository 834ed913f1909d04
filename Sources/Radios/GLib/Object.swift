// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// A counted reference to a GObject; keeps it alive over an `await`. Made, used and dropped on the GLib thread.
final class Object {
    let pointer: OpaquePointer

    /// Takes a reference of its own.
    init(_ pointer: OpaquePointer) {
        g_object_ref(UnsafeMutableRawPointer(pointer))
        self.pointer = pointer
    }

    /// Takes over the caller's reference.
    init(owned pointer: OpaquePointer) { self.pointer = pointer }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// The members of a GPtrArray of objects.
func objects(_ array: UnsafePointer<GPtrArray>?) -> [OpaquePointer] {
    guard let array, let data = array.pointee.pdata else { return [] }
    return (0..<Int(array.pointee.len)).compactMap { index in data[index].map { OpaquePointer($0) } }
}

func cString(_ characters: UnsafePointer<CChar>?) -> String? { characters.map { String(cString: $0) } }

func bytes(_ bytes: OpaquePointer?) -> [UInt8] {
    guard let bytes else { return [] }
    var size: gsize = 0
    guard let data = g_bytes_get_data(bytes, &size) else { return [] }
    return Array(UnsafeRawBufferPointer(start: data, count: Int(size)))
}
