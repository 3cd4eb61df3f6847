import Foundation
import OAuthCore
import Testing

/// The examples of the specifications: `rfc-examples.json`, and `rfc-examples-more.json` for those
/// that it lacks. `jws-json.json` has signatures in JSON form, `private-keys.json` PEM texts,
/// `ml-dsa.json` the keys of RFC 9964, and `jwe.json` encrypted tokens.
struct Vector: CustomTestStringConvertible, Sendable {
  let id: String
  let members: [String: JSONValue]

  var testDescription: String { id }

  subscript(_ name: String) -> JSONValue? { members[name] }

  /// Returns a text that the example must have.
  func text(_ name: String) throws -> String { try #require(members[name]?.string, "\(id) has no \(name)") }

  /// Returns a value that the example must have.
  func value(_ name: String) throws -> JSONValue { try #require(members[name], "\(id) has no \(name)") }

  static let all: [Vector] = [
    "rfc-examples", "rfc-examples-more", "jws-json", "private-keys", "ml-dsa", "jwe",
  ].flatMap { name in
    guard let url = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors"),
      let data = try? Data(contentsOf: url), let file = try? JSONValue(bytes: Array(data))
    else { return [Vector]() }
    return (file.object?["vectors"]?.array ?? []).compactMap { vector in
      guard let members = vector.object, let id = members["id"]?.string else { return nil }
      return Vector(id: id, members: members)
    }
  }

  static func ofKind(_ kind: String) -> [Vector] { all.filter { $0["kind"]?.string == kind } }

  static func named(_ id: String) throws -> Vector { try #require(all.first { $0.id == id }) }
}
