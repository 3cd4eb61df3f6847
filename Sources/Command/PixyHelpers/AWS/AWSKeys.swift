internal import HTTPTypes
internal import OAuthCore

/// Temporary AWS credentials, issued by the Security Token Service.
struct AWSKeys {
  let accessKeyID: String
  let secretAccessKey: Secret
  let sessionToken: Secret
  /// The expiry time in ISO 8601, as the service wrote it.
  let expiration: String

  /// Parses the service's answer.
  ///
  /// - Parameter answer: The answer to ``STSRequest``.
  /// - Throws: ``AWSError`` if the service rejected the request or the answer isn't the service's.
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

  /// The output of `credential_process`, with the secrets. The version is AWS's, not Pixy's.
  var json: String {
    let members: [String: JSONValue] = [
      "Version": 1, "AccessKeyId": .string(accessKeyID), "SecretAccessKey": .string(secretAccessKey.reveal()),
      "SessionToken": .string(sessionToken.reveal()), "Expiration": .string(expiration),
    ]
    return String(decoding: JSONValue.object(members).bytes(), as: UTF8.self)
  }
}
