import Evidence
import Foundation
import Logging
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing

@testable import OAuthServerHummingbird

/// Certificates that clients reject, and what the server logs about them.
@Suite struct CertificateFlawTests {
  private let log = LogCollector()

  private func identity(
    _ hosts: [String] = [], validity: (from: String, until: String) = MadeCertificate.valid
  ) throws -> ServerIdentity {
    let certificate = try MadeCertificate("Server", .server, validity: validity, hosts: hosts)
    var identity = try ServerIdentity(certificateChain: Array(certificate.pem.utf8), privateKey: certificate.keyPEM)
    identity.source = "/etc/pixy/cert.pem"
    return identity
  }

  // RFC 9525 §6.3.
  @Test(
    .covers("RFC 9525 §6, server"),
    arguments: [
      ("login.example", ["login.example"], true), ("login.example", ["a.example", "LOGIN.example"], true),
      ("login.example", ["example"], false), ("login.example", ["*.example"], true),
      ("a.login.example", ["*.example"], false), ("example", ["*.example"], false),
      ("login.example", ["*"], false), ("127.0.0.1", [], true), ("127.0.0.2", [], false), ("[::1]", [], false),
      ("localhost", [], false),
    ])
  func `A certificate is for its names, and for no other host`(
    _ host: String, _ names: [String], _ isCovered: Bool
  ) throws {
    let flaws = try identity(names).flaws(at: Date(), for: host)
    #expect(flaws == (isCovered ? [] : [.otherNames(names.isEmpty ? ["127.0.0.1"] : names, host: host)]))
    #expect(try identity(names).flaws(at: Date(), for: nil) == [])
  }

  @Test func `A certificate has a first and a last moment`() throws {
    let identity = try identity(validity: MadeCertificate.outdated)
    let (start, end) = (Date(timeIntervalSince1970: 1_577_836_800), Date(timeIntervalSince1970: 1_609_459_200))
    #expect(identity.flaws(at: start, for: nil) == [] && identity.flaws(at: end, for: nil) == [])
    #expect(identity.flaws(at: start - 1, for: nil) == [.notYetValid(start)])
    #expect(identity.flaws(at: end + 1, for: nil) == [.expired(end)])
  }

  @Test func `The file, the date and the names are logged at the start, and once while they last`() throws {
    let current = CurrentIdentity(try identity(["a.example"], validity: MadeCertificate.outdated))
    current.serves("login.example", log.logger())
    current.renew(log.logger())
    #expect(log.records.count == 2, "\(log.records)")
    for word in ["expired", "2021-01-01T00:00:00Z", "/etc/pixy/cert.pem", "Renew it"] {
      #expect(log.records[0].contains(word), "\(log.records[0])")
    }
    for word in ["login.example", "a.example", "/etc/pixy/cert.pem", "Use a certificate for that host"] {
      #expect(log.records[1].contains(word), "\(log.records[1])")
    }
    let good = CurrentIdentity(try identity(["login.example"]))
    good.serves("login.example", log.logger())
    #expect(log.records.count == 2, "\(log.records)")
  }

  @Test func `A renewed certificate is checked too`() throws {
    let next = try identity(["other.example"])
    var first = try identity(["login.example"])
    first.renewal = { next }
    let current = CurrentIdentity(first)
    current.serves("login.example", log.logger())
    current.renew(log.logger())
    #expect(log.records.count == 2 && log.records[1].contains("other.example"), "\(log.records)")
  }

  @Test func `SIGHUP reports that a bad certificate isn't used, and why, each time`() throws {
    let content = Mutex<Result<ServerIdentity, ServerIdentityError>>(.failure(.certificateUnreadable))
    var first = try identity()
    first.renewal = { try content.withLock { try $0.get() } }
    let current = CurrentIdentity(first)
    let hangUps = HangUps(identity: current, logger: log.logger())
    // The server has found the bad file itself.
    current.renew(log.logger())
    current.renew(log.logger())
    #expect(log.records.count == 1)
    hangUps.answer()
    #expect(log.records.count == 3, "\(log.records)")
    for word in ["The old one stays in use", "/etc/pixy/cert.pem", "not a PEM certificate"] {
      #expect(log.records[1].contains(word), "\(log.records[1])")
    }
    #expect(log.records[2].contains("SIGHUP: the new certificate can't be used, and the old one stays in use."))
    content.withLock { $0 = .success(first) }
    hangUps.answer()
    #expect(log.records.count == 4 && log.records[3].contains("the certificate was read again"), "\(log.records)")
    HangUps(identity: nil, logger: log.logger()).answer()
    #expect(log.records.count == 5 && !log.records[4].contains("certificate"), "\(log.records)")
  }
}
