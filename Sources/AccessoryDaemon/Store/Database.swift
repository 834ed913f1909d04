// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Glibc

/// One SQLite database: statements with bound values in, rows out. Nothing else calls SQLite.
final class Database {
    enum Value: Equatable {
        case null
        case integer(Int64)
        case text(String)
        case blob([UInt8])
    }

    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        let description: String

        /// Not a database, or one that is damaged.
        var isCorrupt: Bool { code & 0xFF == SQLITE_CORRUPT || code & 0xFF == SQLITE_NOTADB }
        var isFull: Bool { code & 0xFF == SQLITE_FULL }
        var isReadOnly: Bool { [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_IOERR].contains(code & 0xFF) }
    }

    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    init(path: String) throws(Failure) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            let text = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw Failure(code: code, description: text)
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Runs one statement to its end and returns its rows.
    @discardableResult
    func run(_ sql: String, _ values: Value...) throws(Failure) -> [[Value]] {
        let statement = try prepare(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try bind(value, to: Int32(index + 1), of: statement) }
        var rows: [[Value]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { Self.column($0, of: statement) })
            case SQLITE_DONE: return rows
            case _: throw failure()
            }
        }
    }

    /// Does all of `body`, which is on the disk when this returns, or nothing of it.
    func transaction(_ body: () throws(Failure) -> Void) throws(Failure) {
        try run("BEGIN IMMEDIATE")
        do {
            try body()
            try run("COMMIT")
        } catch {
            // The failure itself is what matters; SQLite may have rolled back already.
            _ = try? run("ROLLBACK")
            throw error
        }
    }

    private func prepare(_ sql: String) throws(Failure) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
            let statement
        else { throw failure() }
        statements[sql] = statement
        return statement
    }

    private func bind(_ value: Value, to index: Int32, of statement: OpaquePointer) throws(Failure) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            // SQLite frees the copy when it no longer needs it.
            case .text(let text): sqlite3_bind_text(statement, index, strdup(text), -1) { free($0) }
            case .blob(let bytes):
                bytes.withUnsafeBytes {
                    sqlite3_bind_blob(statement, index, Self.copy($0), Int32($0.count)) { free($0) }
                }
            }
        guard code == SQLITE_OK else { throw failure() }
    }

    private static func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer? {
        let copy = malloc(max(1, bytes.count))
        if let copy, let base = bytes.baseAddress { memcpy(copy, base, bytes.count) }
        return copy
    }

    private static func column(_ index: Int32, of statement: OpaquePointer) -> Value {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
        case SQLITE_TEXT: sqlite3_column_text(statement, index).map { .text(String(cString: $0)) } ?? .null
        case SQLITE_BLOB:
            .blob(
                Array(
                    UnsafeRawBufferPointer(
                        start: sqlite3_column_blob(statement, index), count: Int(sqlite3_column_bytes(statement, index))
                    )))
        case _: .null
        }
    }

    private func failure() -> Failure {
        Failure(code: sqlite3_extended_errcode(handle), description: String(cString: sqlite3_errmsg(handle)))
    }
}
