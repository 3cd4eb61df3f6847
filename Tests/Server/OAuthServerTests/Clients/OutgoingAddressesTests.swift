import Evidence
import OAuthCore
import OAuthServer
import Testing

@Suite(.covers("RFC 4291 §2.2")) struct OutgoingAddressesTests {
  static let `public` = [
    "https://client.example.com/keys", "https://8.8.8.8/", "https://[2606:4700::1111]/", "https://a.b:8443/x?y",
    "https://172.32.0.1/", "https://100.128.0.1/",
  ]
  static let hidden = [
    "https://10.0.0.1/", "https://172.16.0.1/", "https://172.31.255.255/", "https://192.168.0.1/",
    "https://169.254.169.254/latest/meta-data", "https://127.1/", "https://0/", "https://0.0.0.0/",
    "https://0177.0.0.1/",
    "https://0x7f.0.0.1/", "https://2130706433/", "https://100.64.0.1/", "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://192.0.2.1/", "https://198.18.0.1/", "https://[::]/", "https://[::ffff:10.0.0.1]/", "https://[fc00::1]/",
    "https://[fe80::1]/", "https://[2002:7f00:1::]/", "https://[2001:db8::1]/", "https://[2001::1]/",
    "https://[64:ff9b::10.0.0.1]/", "https://[64:ff9b:1::1]/",
    "https://[fec0::1]/", "https://[ff02::1]/", "https://[::ffff:0:127.0.0.1]/", "https://[2002:c0a8:1::]/",
    "https://intranet/", "https://db.internal/", "https://printer.local/",
    "https://a.localhost/", "https://a.localhost./", "https://router.home.arpa/", "https://10.0.0.1./", "https://a..b/",
  ]
  static let loopback = ["https://127.0.0.1/", "http://127.0.0.1:8080/", "http://[::1]/", "https://localhost/"]

  @Test(arguments: Self.public)
  func `A public address is allowed`(_ address: String) throws {
    let endpoint = try Endpoint(address)
    #expect(OutgoingAddresses.publicOnly.allows(endpoint) && OutgoingAddresses.loopbackToo.allows(endpoint))
  }

  @Test(
    .covers("CVE-2026-53513", "CVE-2024-49753", "CVE-2026-27945", "CVE-2026-55671", "CVE-2026-44430", "CVE-2025-67494"),
    arguments: Self.hidden)
  func `A private address is rejected`(_ address: String) throws {
    guard let endpoint = try? Endpoint(address) else { return }
    #expect(!OutgoingAddresses.publicOnly.allows(endpoint) && !OutgoingAddresses.loopbackToo.allows(endpoint))
    #expect(OutgoingAddresses.anyDespiteRequestForgery.allows(endpoint))
  }

  @Test(arguments: Self.loopback)
  func `A loopback address is allowed only if loopback addresses are`(_ address: String) throws {
    let endpoint = try Endpoint(address)
    #expect(!OutgoingAddresses.publicOnly.allows(endpoint) && OutgoingAddresses.loopbackToo.allows(endpoint))
  }

  @Test func `A server with a loopback issuer allows loopback addresses, and others don't`() throws {
    func outgoing(_ issuer: String) throws -> OutgoingAddresses {
      try AuthorizationServerConfiguration(issuer: Issuer(issuer), scopes: .none).outgoing
    }
    #expect(try outgoing("http://127.0.0.1:8080") == .loopbackToo && outgoing("https://login.example") == .publicOnly)
  }
}
