internal import HTTPTypes
internal import OAuthCore

/// Keys of AWS that end by themselves, as the Security Token Service gave them.
struct AWSKeys {
  let accessKeyID: String
  let secretAccessKey: Secret
  let sessionToken: Secret
  /// When they end, in ISO 8601, as the service wrote it.
  let expiration: String

  /// Reads the service's answer.
  ///
  /// - Parameter answer: the answer to ``STSRequest``.
  /// - Throws: ``AWSError``.
  init(_ answer: HTTPAnswer) throws(AWSError) {
    guard let root = XMLReader.root(of: answer.body) else {
      throw .unreadable(status: answer.response.status.code)
    }
    guard answer.response.status == .ok else {
      let error = root.child("Error")
      throw .refused(
        status: answer.response.status.code, code: UntrustedText(error?.child("Code")?.text ?? "no code"),
        message: UntrustedText(error?.child("Message")?.text ?? ""))
    }
    let keys = root.descendant("AssumeRoleWithWebIdentityResult", "Credentials")
    guard root.name == "AssumeRoleWithWebIdentityResponse", let id = Self.text("AccessKeyId", keys),
      let secret = Self.text("SecretAccessKey", keys), let session = Self.text("SessionToken", keys),
      let expiration = Self.text("Expiration", keys)
    else { throw .unreadable(status: answer.response.status.code) }
    accessKeyID = id
    secretAccessKey = Secret(secret)
    sessionToken = Secret(session)
    self.expiration = expiration
  }

  private static func text(_ name: String, _ keys: XMLElement?) -> String? {
    guard let text = keys?.child(name)?.text, !text.isEmpty else { return nil }
    return text
  }

  /// What `credential_process` prints, secrets included. Its version is AWS's, not Pixy's.
  var json: String {
    let members: [String: JSONValue] = [
      "Version": 1, "AccessKeyId": .string(accessKeyID), "SecretAccessKey": .string(secretAccessKey.reveal()),
      "SessionToken": .string(sessionToken.reveal()), "Expiration": .string(expiration),
    ]
    return String(decoding: JSONValue.object(members).octets(), as: UTF8.self)
  }
}
