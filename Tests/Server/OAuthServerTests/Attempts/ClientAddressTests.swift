import Evidence
import Testing

@testable import OAuthServer

struct ClientAddressTests {
  @Test func `Different IPv4 addresses are never equal, and an IPv4-mapped address equals its IPv4 form`() {
    #expect(ClientAddress("203.0.113.7") != nil)
    #expect(ClientAddress("203.0.113.7") != ClientAddress("203.0.113.8"))
    #expect(ClientAddress("203.0.113.7") == ClientAddress("::ffff:203.0.113.7"))
    #expect(ClientAddress("203.0.113.7") == ClientAddress("::FFFF:cb00:7107"))
  }

  // RFC 4291 §2.2: text representations of one address.
  @Test(.covers("RFC 4291 §2.2", "CVE-2026-45364"))
  func `IPv6 addresses are equal in every notation, and different ones are never equal`() {
    let address = ClientAddress("2001:db8::1")
    for same in ["2001:DB8:0:0:0:0:0:1", "2001:0db8::0001", "2001:db8::1%eth0", "2001:db8::0.0.0.1"] {
      #expect(ClientAddress(same) == address, "\(same)")
    }
    for other in ["2001:db8::2", "2001:db8::", "2001:db8:0:1::1", "2001:db9::1", "::1", "fe80::1", "::"] {
      #expect(ClientAddress(other) != nil && ClientAddress(other) != address, "\(other)")
    }
  }

  // RFC 6177 §2: providers assign networks of 64, 56 or 48 bits.
  @Test(.covers("RFC 6177 §2, server"))
  func `IPv6 addresses are grouped by 64, 56 and 48 bits, and IPv4 addresses aren't grouped`() {
    func networks(_ text: String) -> [ArraySlice<UInt8>?] {
      [.household, .site, .customer].map { ClientAddress(text)?.network($0) }
    }
    let one = networks("2001:db8::1")
    for (other, equal) in [
      ("2001:DB8:0:0:ffff:ffff:ffff:ffff", [true, true, true]), ("2001:0db8::", [true, true, true]),
      ("2001:db8:0:1::1", [false, true, true]), ("2001:db8:0:ff::1", [false, true, true]),
      ("2001:db8:0:100::1", [false, false, true]), ("2001:db8:0:ffff::1", [false, false, true]),
      ("2001:db8:1::1", [false, false, false]), ("2001:db9::1", [false, false, false]),
      ("203.0.113.7", [false, false, false]),
    ] {
      #expect(zip(one, networks(other)).map { $0 == $1 } == equal, "\(other)")
    }
    #expect(zip(networks("203.0.113.7"), networks("203.0.113.8")).allSatisfy { $0 != $1 })
  }

  @Test(arguments: [
    "", " ", "localhost", "203.0.113", "203.0.113.256", "203.0.113.07", "203.0.113.7.1", "203.0.113.7 ", "+1.2.3.4",
    ":::",
    "1::2::3", "2001:db8:1:2:3:4:5", "2001:db8:1:2:3:4:5:6:7", "12345::", "g::1", "[::1]", "1.2.3.4::", "::1.2.3",
    "1:2:3:4:5:6:7::8", "203.0.113.7, 1.2.3.4", "2001:db8::-1", "::+1", "１.2.3.4",
  ])
  func `Text that isn't an address gives no address`(_ text: String) {
    #expect(ClientAddress(text) == nil)
  }
}
