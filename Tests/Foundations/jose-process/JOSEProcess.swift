import Foundation
import JOSE
import OAuthCore
import PKCE

/// A process that JOSE libraries of others are compared with (`Tests/Integration/foreign-clients/jose.py`).
///
/// It reads one JSON object in each line, does what the member `do` names, and prints one line for
/// it: an object with the results, or with the code of the error.
@main
enum JOSEProcess {
  static func main() async throws {
    while let line = readLine() {
      let answer: JSONValue
      do {
        answer = try await result(of: Request(line))
      } catch let error as any ExplainedError {
        answer = ["error": .string(error.code)]
      }
      print(String(decoding: answer.bytes(), as: UTF8.self))
      fflush(nil)
    }
  }

  private static func result(of request: Request) async throws -> JSONValue {
    switch try request.text("do") {
    case "decrypt":
      let content = try JSONWebEncryption(compact: request.text("token")).decrypted(
        with: [DecryptionKey(jwk: Secret(request.json("jwk")))], allowing: Set(KeyManagementAlgorithm.allCases),
        content: Set(ContentEncryptionAlgorithm.allCases))
      return ["content": .string(Base64URL.encode(content))]
    case "encrypt":
      guard let algorithm = KeyManagementAlgorithm(rawValue: try request.text("alg")),
        let content = ContentEncryptionAlgorithm(rawValue: try request.text("enc"))
      else { throw RequestError() }
      let key = try EncryptionKey(request.value("jwk"))
      return ["token": .string(try key.encrypt(request.bytes("content"), with: algorithm, content: content))]
    case "verify":
      let keys = try JSONWebKeySet(request.value("jwks"))
      return .array(
        try JSONWebSignature.signatures(json: request.json("jws")).map { signature in
          do throws(JOSEError) {
            let verified = try signature.get().verified(by: keys, allowing: Set(SignatureAlgorithm.allCases))
            return [
              "payload": .string(Base64URL.encode(verified.payload)), "alg": .string(verified.algorithm.rawValue),
            ]
          } catch {
            return ["error": .string(error.code)]
          }
        })
    case "sign":
      let keys = try (request.value("keys").array ?? []).map { try SigningKey(jwk: $0) }
      guard let first = keys.first, keys.count <= 2 else { throw RequestError() }
      let payload = try request.bytes("payload")
      let jws =
        keys.count == 1
        ? try await JSONWebSignature.json(payload, signedBy: first)
        : try await JSONWebSignature.json(payload, signedBy: first, keys[1])
      return ["jws": try JSONValue(bytes: Array(jws.utf8))]
    default: throw RequestError()
    }
  }
}

/// One line of the input.
private struct Request {
  private let members: [String: JSONValue]

  init(_ line: String) throws {
    guard let members = try JSONValue(bytes: Array(line.utf8)).object else { throw RequestError() }
    self.members = members
  }

  func value(_ name: String) throws -> JSONValue {
    guard let value = members[name] else { throw RequestError() }
    return value
  }

  func text(_ name: String) throws -> String {
    guard let text = try value(name).string else { throw RequestError() }
    return text
  }

  func bytes(_ name: String) throws -> [UInt8] { try Base64URL.decode(text(name)) }

  func json(_ name: String) throws -> String { String(decoding: try value(name).bytes(), as: UTF8.self) }
}

/// The error of a line that the script wrote wrongly. It ends the process.
private struct RequestError: Error {}
