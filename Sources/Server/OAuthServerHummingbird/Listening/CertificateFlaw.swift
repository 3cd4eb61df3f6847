internal import FoundationBasics
internal import Logging
internal import NIOSSL
internal import OAuthServer

/// A reason why clients reject the server's certificate.
enum CertificateFlaw: Hashable {
  /// The certificate was valid only until this time.
  case expired(Date)
  /// The certificate is valid from this time on.
  case notYetValid(Date)
  /// The certificate is for these names, and none of them is the issuer's host (RFC 9525 §6).
  case otherNames([String], host: String)

  /// The record's message: the problem, and what to do.
  var message: Logger.Message {
    switch self {
    case .expired: "The server's certificate has expired, and clients reject it. Renew it, and replace its file."
    case .notYetValid:
      "The server's certificate is not valid yet, and clients reject it. Compare its dates with this machine's clock."
    case .otherNames:
      """
      The server's certificate doesn't have the name of the issuer's host, and clients that connect without a proxy \
      reject it. Use a certificate for that host.
      """
    }
  }

  /// The dates or names.
  var metadata: Logger.Metadata {
    switch self {
    case .expired(let end): ["expired": "\(end.formatted(.iso8601))"]
    case .notYetValid(let start): ["valid_from": "\(start.formatted(.iso8601))"]
    case .otherNames(let names, let host):
      ["host": "\(host)", "names": "\(names.isEmpty ? "none" : names.joined(separator: " "))"]
    }
  }
}

extension ServerIdentity {
  /// Returns the reasons why clients reject the certificate.
  /// - Parameters:
  ///   - moment: The present time.
  ///   - host: The issuer's host, in brackets if it is an IPv6 address; nil if it isn't known yet.
  func flaws(at moment: Date, for host: String?) -> [CertificateFlaw] {
    // The initializer rejects an empty chain.
    guard let certificate = certificateChain.first else { return [] }
    var flaws: [CertificateFlaw] = []
    let start = Date(timeIntervalSince1970: Double(certificate.notValidBefore))
    let end = Date(timeIntervalSince1970: Double(certificate.notValidAfter))
    if moment > end { flaws.append(.expired(end)) }
    if moment < start { flaws.append(.notYetValid(start)) }
    let names = certificate.names
    if let host, !names.contains(where: { Self.covers($0, host) }) { flaws.append(.otherNames(names, host: host)) }
    return flaws
  }

  /// Returns whether a name of a certificate is that of a host. `*` stands for the whole first label (RFC
  /// 9525 §6.3).
  private static func covers(_ name: String, _ host: String) -> Bool {
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    if let address = ClientAddress(bare) { return ClientAddress(name) == address }
    let (name, host) = (name.lowercased(), host.hasSuffix(".") ? String(host.dropLast()) : host)
    guard name.hasPrefix("*."), let dot = host.firstIndex(of: "."), dot > host.startIndex else { return name == host }
    return name.dropFirst() == host[dot...]
  }
}

extension NIOSSLCertificate {
  /// The DNS names and IP addresses that the certificate is for. Clients no longer read the common name
  /// (RFC 9525 §2).
  fileprivate var names: [String] {
    _subjectAlternativeNames().compactMap { name in
      switch name.nameType {
      case .dnsName: String(decoding: name.contents, as: UTF8.self)
      case .ipAddress where name.contents.count == 4: name.contents.map { String($0) }.joined(separator: ".")
      case .ipAddress where name.contents.count == 16:
        stride(from: 0, to: 16, by: 2)
          .map { String(UInt16(name.contents[$0]) << 8 | UInt16(name.contents[$0 + 1]), radix: 16) }
          .joined(separator: ":")
      default: nil
      }
    }
  }
}
