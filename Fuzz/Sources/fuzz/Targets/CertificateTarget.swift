import HTTPTypes
import OAuthCore
import OAuthServer

/// A client's certificate in DER, from a TLS handshake or a proxy. The first byte says whether a
/// certification authority issued it.
enum CertificateTarget {
  static func run(_ bytes: [UInt8]) {
    guard let way = bytes.first else { return }
    let certificate: PeerCertificate
    do {
      certificate = try PeerCertificate(der: Array(bytes.dropFirst()), isTrusted: way & 1 != 0)
    } catch {
      return requireSafe(error)
    }
    require(certificate.thumbprint.utf8.count == 43, "a thumbprint is a digest in base64url")
    let request = HTTPRequest(
      method: .post, scheme: "https", authority: "server.example", path: "/token",
      headerFields: [.contentType: "application/x-www-form-urlencoded"])
    let body = Array("grant_type=client_credentials&client_id=bank&scope=profile".utf8)
    let answer = Awaited.value {
      try? await FuzzedServer.make().respond(
        to: request, body: body, context: RequestContext(certificate: certificate))
    }
    guard let answer = answer.flatMap(\.self) else { return require(false, "a server can be created") }
    ServerTarget.check(answer)
    let isLetIn = answer.response.status == .ok
    require(!isLetIn || certificate.isTrusted, "a certificate without an issuer is rejected")
    // The name that the client is registered with, in any of ASN.1's string types.
    require(
      !isLetIn || Array(bytes).contains(subsequence: Array("client".utf8))
        || Array(bytes).contains(subsequence: "client".unicodeScalars.flatMap { [0, UInt8($0.value)] }),
      "another client's certificate is rejected")
  }
}

extension [UInt8] {
  fileprivate func contains(subsequence: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: subsequence) }
  }
}
