// SPDX-License-Identifier: Apache-2.0

import Varlink

/// The values that the steps hand on, each a type of the interface.
struct Truth: Codable, Equatable { var bool = true }

struct Whole: Codable, Equatable { var int = 1 }

struct Fraction: Codable, Equatable { var float = 1.0 }

struct Text: Codable, Equatable { var string = "ping" }

struct Scalars: Codable, Equatable {
    var bool = false
    var int = 2
    var float = Double.pi
    var string = "a lot of string"
}

struct Structure: Codable, Equatable { var `struct` = Scalars() }

struct Mapping: Codable, Equatable { var map = ["foo": "Foo", "bar": "Bar"] }

struct Members: Codable, Equatable {
    var set: [String: Nothing] = ["one": Nothing(), "two": Nothing(), "three": Nothing()]
}

struct Mixed: Codable, Equatable { var mytype = MyType() }

struct MyType: Codable, Equatable {
    enum Choice: String, Codable { case one, two, three }

    struct Pair: Codable, Equatable {
        var first = 1
        var second = "2"
    }

    struct Anonymous: Codable, Equatable {
        var foo = true
        var bar = false
    }

    struct Interface: Codable, Equatable {
        var foo: [[String: String]?]? = [nil, ["foo": "foo", "bar": "bar"], nil, ["one": "foo", "two": "bar"]]
        var anon = Anonymous()
    }

    var object: JSONValue = .object([
        "method": "org.varlink.certification.Test09",
        "parameters": .object(["map": .object(["foo": "Foo", "bar": "Bar"])]),
    ])
    var `enum` = Choice.two
    var `struct` = Pair()
    var array = ["one", "two", "three"]
    var dictionary = ["foo": "Foo", "bar": "Bar"]
    var stringset = Members().set
    var nullable: String?
    var nullableStructures: [Pair]?
    var interface = Interface()

    private enum CodingKeys: String, CodingKey {
        case object, `enum`, `struct`, array, dictionary, stringset, nullable, interface
        case nullableStructures = "nullable_array_struct"
    }
}

struct Replies: Codable, Equatable {
    var texts = (1...10).map { "Reply number \($0)" }

    private enum CodingKeys: String, CodingKey {
        case texts = "last_more_replies"
    }
}
