import Foundation
import HTTPTypes
import JOSE
import OAuthCore

/// The servers for kubectl, aws and skopeo.
extension HelperServer {
  /// Answers as a cluster's API, which accepts ID tokens as with `--oidc-issuer-url` and
  /// `--oidc-client-id`. It verifies no signature, because other tests verify ID tokens.
  func cluster(_ authorization: String?) -> HTTPAnswer {
    guard let token = authorization?.split(separator: " ").last, authorization?.hasPrefix("Bearer ") == true,
      let payload = try? JSONWebSignature(compact: String(token)).unverifiedPayload,
      let claims = (try? JSONValue(bytes: payload))?.object, claims["aud"] == "pixy",
      let subject = claims["sub"]?.string, case .integer(let end)? = claims["exp"],
      Date(timeIntervalSince1970: TimeInterval(end)) > Date()
    else {
      return Self.json(.unauthorized, ["kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 401])
    }
    return Self.json(.ok, ["user": .string(subject)])
  }

  /// Answers as the Security Token Service for clients that already have credentials.
  func caller(_ request: HTTPRequest) -> HTTPAnswer {
    // AWS's programs sign requests. Here only the use of the issued credentials is checked.
    guard request.headerFields[.authorization]?.contains("Credential=ASIAEXAMPLE/") == true,
      request.headerFields[HTTPField.Name("X-Amz-Security-Token") ?? .age] == "session+token=="
    else { return HTTPAnswer(HTTPResponse(status: .forbidden)) }
    let answer = """
      <GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
      <Arn>arn:aws:sts::123456789012:assumed-role/deploy/pixy-ada</Arn><UserId>AROAEXAMPLE:pixy-ada</UserId>
      <Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>
      """
    return HTTPAnswer(HTTPResponse(status: .ok, headerFields: [.contentType: "text/xml"]), body: Array(answer.utf8))
  }

  /// Answers as a registry with the repository `notes`, which has one tag.
  func registry(_ path: String, _ authorization: String?) async -> HTTPAnswer {
    guard await isPassword(authorization) else {
      return HTTPAnswer(
        HTTPResponse(status: .unauthorized, headerFields: [.wwwAuthenticate: #"Basic realm="registry""#]))
    }
    switch path {
    case "/v2/": return Self.json(.ok, [:])
    case "/v2/notes/tags/list": return Self.json(.ok, ["name": "notes", "tags": ["first"]])
    default: return HTTPAnswer(HTTPResponse(status: .notFound))
    }
  }

  private static func json(_ status: HTTPResponse.Status, _ members: [String: JSONValue]) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(status: status, headerFields: [.contentType: "application/json"]),
      body: JSONValue.object(members).bytes())
  }
}
