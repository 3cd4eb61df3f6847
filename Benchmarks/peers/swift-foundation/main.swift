// The same pair as it is found in many Swift projects: a random number per octet, Foundation's base64, and three string
// replacements to make base64url of it.
import Crypto
import Foundation
import Measuring

func base64URL(_ data: Data) -> String {
  data.base64EncodedString()
    .replacingOccurrences(of: "+", with: "-")
    .replacingOccurrences(of: "/", with: "_")
    .replacingOccurrences(of: "=", with: "")
}

measure("swift-foundation") {
  let octets = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
  let verifier = base64URL(Data(octets))
  let challenge = base64URL(Data(SHA256.hash(data: Data(verifier.utf8))))
  return Int(challenge.utf8.last ?? 0) + verifier.utf8.count
}
