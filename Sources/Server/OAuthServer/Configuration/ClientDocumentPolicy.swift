/// The rules for clients that identify themselves with the address of a metadata document
/// (draft-ietf-oauth-client-id-metadata-document-02).
///
/// Such a client registers nothing. The server fetches the document at the `client_id`, and treats
/// the client as one that registered itself: ``RegistrationPolicy/scope``,
/// ``RegistrationPolicy/grants`` and ``RegistrationPolicy/authenticationMethods`` apply, and users
/// are always asked. The server needs a transport.
public struct ClientDocumentPolicy: Sendable, Hashable {
  /// The only domains whose documents are accepted; `nil`, the default, accepts all domains. A
  /// domain includes its subdomains.
  public var allowedDomains: Set<String>?
  /// The domains whose documents are rejected, also if they are allowed. A domain includes its
  /// subdomains. Default: none.
  public var refusedDomains: Set<String> = []

  /// Creates a policy that accepts the documents of all domains.
  public init() {}

  /// Returns whether documents of a host are accepted.
  /// - Parameter host: The host in lower case.
  func accepts(host: String) -> Bool {
    func isIn(_ domains: Set<String>) -> Bool {
      // A final dot names the same host.
      let host = host.hasSuffix(".") ? host.dropLast() : host[...]
      return domains.contains { domain in
        let domain = domain.lowercased()
        return host == domain || host.hasSuffix("." + domain)
      }
    }
    return allowedDomains.map(isIn) ?? true && !isIn(refusedDomains)
  }
}
