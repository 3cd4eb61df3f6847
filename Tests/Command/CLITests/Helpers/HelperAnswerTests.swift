import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import Testing

@testable import PixyHelpers

/// The answers to Kubernetes, AWS, mail clients, docker and shells.
@Suite struct HelperAnswerTests {
  // MARK: Kubernetes

  @Test func `A Kubernetes client gets an answer in its version`() throws {
    let text =
      #"{"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential","spec":{"interactive":true}}"#
    let info = try ExecInfo(text)
    let credential = ExecCredential(
      apiVersion: info.apiVersion, token: Secret("t"), expiresAt: Date(timeIntervalSince1970: 1_900_000_000))
    #expect(
      credential.json
        == #"{"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential","status":{"expirationTimestamp":"2030-03-17T17:46:40Z","token":"t"}}"#
    )
    #expect(try ExecInfo(nil).apiVersion == "client.authentication.k8s.io/v1")
    let lasting = ExecCredential(apiVersion: "x", token: Secret("t"), expiresAt: nil)
    #expect(lasting.json == #"{"apiVersion":"x","kind":"ExecCredential","status":{"token":"t"}}"#)
  }

  @Test(arguments: [
    "nonsense", "[]", "{}", #"{"kind":"ExecCredential"}"#,
    #"{"apiVersion":"client.authentication.k8s.io/v1","kind":"Pod"}"#,
    #"{"apiVersion":"client.authentication.k8s.io/v9","kind":"ExecCredential"}"#,
  ])
  func `Invalid input of a Kubernetes client is rejected`(_ text: String) {
    #expect(throws: HelperInputError.self) { try ExecInfo(text) }
  }

  // MARK: SASL

  // RFC 7628 §4.1's first example, without its base64.
  @Test(.covers("RFC 7628 §3.1")) func `OAUTHBEARER matches the RFC's example`() throws {
    let response = SASLInitialResponse(
      .oauthbearer, user: "user@example.com", token: Secret("vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg=="),
      host: "server.example.com", port: 143)
    #expect(
      response?.message.reveal()
        == "n,a=user@example.com,\u{1}host=server.example.com\u{1}port=143\u{1}auth=Bearer vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==\u{1}\u{1}"
    )
    #expect(
      response?.base64.reveal()
        == "bixhPXVzZXJAZXhhbXBsZS5jb20sAWhvc3Q9c2VydmVyLmV4YW1wbGUuY29tAXBvcnQ9MTQzAWF1dGg9QmVhcmVyIHZGOWRmdDRxbVRjMk52YjNSbGNrQmhiSFJoZG1semRHRXVZMjl0Q2c9PQEB"
    )
    let odd = SASLInitialResponse(.oauthbearer, user: "a,b=c", token: Secret("t"))
    #expect(odd?.message.reveal() == "n,a=a=2Cb=3Dc,\u{1}auth=Bearer t\u{1}\u{1}")
  }

  @Test func `XOAUTH2 has the user and the token, and rejects control characters`() {
    let response = SASLInitialResponse(.xoauth2, user: "someuser@example.com", token: Secret("ya29.t"))
    #expect(response?.message.reveal() == "user=someuser@example.com\u{1}auth=Bearer ya29.t\u{1}\u{1}")
    #expect(SASLInitialResponse(.xoauth2, user: "a\u{1}auth=b", token: Secret("t")) == nil)
    #expect(SASLInitialResponse(.oauthbearer, user: "a", token: Secret("t"), host: "b\u{1}c") == nil)
    for mechanism in SASLInitialResponse.Mechanism.allCases {
      #expect(SASLInitialResponse(mechanism, user: "", token: Secret("t")) == nil)
    }
  }

  // MARK: docker

  @Test(arguments: [
    ("ghcr.io", "https://ghcr.io"), ("https://registry.example:5000/v2/\n", "https://registry.example:5000"),
    ("registry.example:5000", "https://registry.example:5000"),
  ])
  func `A registry is a URL or a host`(_ text: String, _ origin: String) throws {
    #expect(try DockerServer(bytes: Array(text.utf8)).origins == [origin])
  }

  @Test func `A registry without https gets no token, and a missing one is rejected`() throws {
    #expect(try DockerServer(bytes: Array("http://registry.example/".utf8)).origins.isEmpty)
    #expect(
      try DockerServer(bytes: Array("localhost:5000".utf8)).origins == [
        "https://localhost:5000", "http://localhost:5000",
      ])
    #expect(throws: HelperInputError.self) { try DockerServer(bytes: []) }
    #expect(throws: HelperInputError.self) { try DockerServer(bytes: Array("\n".utf8)) }
    let server = try DockerServer(bytes: Array("ghcr.io".utf8))
    let credential = DockerCredential(
      server: server, userName: TokenUserName(for: "https://ghcr.io", account: "ada"), token: Secret("t"))
    #expect(credential.json == #"{"Secret":"t","ServerURL":"ghcr.io","Username":"x-access-token"}"#)
  }

  // MARK: shells

  @Test func `Shells read any value unchanged`() async throws {
    let name = try #require(VariableName(argument: "ACCESS_TOKEN"))
    let value = #"a'b "c" $d `e` \f"# + "\n;g"
    let shown = try await Tools.run("sh", ["-c", name.export(value) + #"; printf %s "$ACCESS_TOKEN""#])
    #expect(shown.output == value)
    for text in ["", "1A", "A-B", "A;B", "Ä", "A B"] { #expect(VariableName(argument: text) == nil) }
  }
}
