internal import DPoPVerification
internal import JOSE
internal import Logging
internal import OAuthCore
internal import OAuthServer

/// All settings of `pixy serve`, each declared once: its path, kind, default, flag and description.
///
/// To add a setting, declare it here and read it as a member of ``ServeSettings`` with the same
/// name. The configuration file, the environment variable, `--set`, `--print-configuration` and the
/// guide's table follow. A setting with a flag of its own needs an option in ``ServingOptions``
/// besides.
struct DeclaredSettings: Sendable {
  static let all = DeclaredSettings()

  let issuer: DeclaredSetting<String?> = .text(
    "issuer", unset: "the server's own address, which must then be a loopback address",
    help: "The https URL that users and clients reach the server at."
  ).flag("issuer", value: "url")
  let host: DeclaredSetting<String> = .text("host", default: "127.0.0.1", help: "The IP address to listen on.")
    .flag("host", value: "ip-address")
  let port: DeclaredSetting<Int> = .number(
    "port", 0...65_535, default: 8_414, help: "The port to listen on; 0 takes any free port."
  ).flag("port")
  let statePort: DeclaredSetting<Int?> = .number(
    "state_port", 1...65_535, unset: "none",
    help: "The port of `/health/live`, `/health/ready` and `/metrics`, in plain http."
  ).flag("state-port", value: "port").section("Operating.md#health-and-figures")
  let stateHost: DeclaredSetting<String> = .text(
    "state_host", default: "127.0.0.1", help: "The IP address that the state port listens on."
  ).flag("state-host", value: "ip-address")
  let database: DeclaredSetting<String?> = .path(
    "database", unset: "everything stays in memory",
    help: "The SQLite file, which the server creates if it is missing; or the address of a PostgreSQL database."
  ).flag("database")
  let sealKeyFile: DeclaredSetting<String?> = .path(
    "seal_key_file", unset: "a file beside the database",
    help: "The file with the key that encrypts the signing keys in the database."
  ).flag("seal-key-file").section("Keys.md#the-sealing-key")
  let formerSealKeyFile: DeclaredSetting<String?> = .path(
    "former_seal_key_file", unset: "none",
    help: "The file with the sealing key before the current one: it still opens the keys that it encrypted."
  ).section("Keys.md#the-sealing-key")
  let replicaDatabase: DeclaredSetting<String?> = .path(
    "replica.database", unset: "none",
    help: "The address of a read replica of the PostgreSQL database, which answers introspection and UserInfo."
  ).section("../ServingOnPostgreSQL.md#a-read-replica")
  let replicaLimit: DeclaredSetting<Duration> = .seconds(
    "replica.limit", 1...60, default: .seconds(5),
    help: "The greatest age of an answer of the replica, in seconds. A revoked token may stay active for as long."
  )
  let clockTolerance: DeclaredSetting<Duration> = .seconds(
    "clock_tolerance", Self.years, default: .seconds(300),
    help: "The time by which the database's newest record may be later than the clock when the server starts."
  ).section("Operating.md#the-clock")
  let processes: DeclaredSetting<Int> = .number(
    "processes", 1...1_000, default: 1,
    help: "The number of servers on the database. Each accepts its share of what strangers may do in a minute."
  ).section("Network.md#several-processes-on-one-machine")
  let certificateFile: DeclaredSetting<String?> = .path(
    "tls.certificate", unset: "plain http", help: "The PEM file with the server's certificate chain."
  ).flag("tls-certificate", value: "pem-file").section("Network.md#tls")
  let certificateKeyFile: DeclaredSetting<String?> = .path(
    "tls.key", unset: "plain http", help: "The PEM file with the certificate's private key, not encrypted."
  ).flag("tls-key", value: "pem-file")
  let clientAuthoritiesFile: DeclaredSetting<String?> = .path(
    "tls.client_authorities", unset: "clients present no certificate",
    help: "The PEM file with the authorities whose client certificates are accepted (RFC 8705 §2.1)."
  ).section("Network.md#certificates-of-clients")
  let acceptsAnyClientCertificate: DeclaredSetting<Bool> = .flag(
    "tls.any_client_certificate",
    help: "Accept any client certificate: clients are known by its key (RFC 8705 §2.2)."
  ).section("Network.md#certificates-of-clients")
  let trustedProxies: DeclaredSetting<[String]> = .list(
    "trusted_proxies", default: [], help: "The IP addresses of proxies whose `X-Forwarded-For` is trusted."
  ).flag("trusted-proxies", value: "ip-addresses").section("Network.md#behind-a-proxy")
  let maximumConnections: DeclaredSetting<Int?> = .number(
    "connections.maximum", 1...1_000_000, unset: "the limit of open files less 256, at most 10,000",
    help: "The largest number of open connections. At the limit, the one that was idle for the longest time is closed."
  )
  let connectionsPerAddress: DeclaredSetting<Int?> = .number(
    "connections.per_address", 1...1_000_000, unset: "a quarter of `connections.maximum`",
    help: "The largest number of open connections of one address that is no trusted proxy's.")
  let auditFile: DeclaredSetting<String?> = .path(
    "audit.file", unset: "no audit log",
    help: "The file to which audit records are appended, one JSON object a line; `-` for standard error."
  ).section("Operating.md#audit-log")
  let auditDays: DeclaredSetting<Int?> = .number(
    "audit.database_days", 1...36_500, unset: "no audit records in the database",
    help: "The number of days for which audit records are kept in the database."
  ).section("Operating.md#audit-log")
  let auditsNoAddresses: DeclaredSetting<Bool> = .flag(
    "audit.without_addresses", help: "Leave the addresses that requests came from out of audit records and sessions."
  ).section("Operating.md#audit-log")
  let logFormat: DeclaredSetting<LogFormat> = .choice(
    "log.format", [.text, .json], default: .text,
    help: "The format of log records; `json` writes one object on each line."
  ).flag("log-format", value: "text|json").section("Operating.md#log-records")
  let logsNoAddresses: DeclaredSetting<Bool> = .flag(
    "log.without_addresses", help: "Leave the addresses that requests came from out of log records."
  ).section("Operating.md#log-records")
  let logLevel: DeclaredSetting<Logger.Level?> = .level(
    "log.level", unset: "`notice`; without a database and with `text` records, `warning`",
    help: "The least severe log records to write."
  ).flag("log-level", value: "level")
  let scopes: DeclaredSetting<[String]> = .list(
    "scopes", default: ["openid", "profile", "email", "offline_access"], help: "All scopes that the server issues."
  ).flag("scopes", value: "scopes")
  let defaultScope: DeclaredSetting<[String]> = .list(
    "default_scope", default: [],
    help: "The scopes of requests without `scope` (RFC 6749 §3.3), for clients that may request all of them.")
  let resources: DeclaredSetting<[String]?> = .list(
    "resources", unset: "any", help: "The resources that tokens may be issued for (RFC 8707).")
  let defaultAudience: DeclaredSetting<String?> = .text(
    "default_audience", unset: "the issuer",
    help: """
      The `aud` of tokens that were requested without `resource` (RFC 9068 §3). With it, clients that don't know RFC \
      8707 reach the one resource.
      """)
  let detailTypes: DeclaredSetting<[JSONValue]> = .objects(
    "authorization_details_types",
    help: "The types of authorization details (RFC 9396), each with `type`, `text` and fields."
  ).section("#types-of-authorization-details")
  let accessTokenFormat: DeclaredSetting<AccessTokenFormat> = .choice(
    "access_token_format", [.opaque, .jwt], default: .opaque,
    help: """
      The format of access tokens for clients that are added without one, or register themselves (`jwt`: RFC 9068).
      """
  ).flag("access-token-format", value: "opaque|jwt")
  let signingAlgorithms: DeclaredSetting<[SignatureAlgorithm]> = .algorithms(
    "signing_algorithms", default: [.es256, .rs256],
    help: "The algorithms that the server signs with. It has a key for each."
  ).section("#algorithms")
  let idTokenAlgorithm: DeclaredSetting<SignatureAlgorithm?> = .algorithm(
    "id_token_algorithm", unset: "`RS256` if it is in `signing_algorithms`, otherwise the first of them",
    help: "The ID token algorithm of clients that name none (OpenID Connect Registration §2)."
  ).flag("id-token-algorithm", value: "algorithm")
  let passwordContext: DeclaredSetting<String?> = .text(
    "acr", unset: "no `acr`",
    help: """
      The `acr` of sign-ins with a password (OpenID Connect Core §2): an absolute URI, or a registered name (RFC \
      6711). Tokens contain it, and clients and resources may require it (RFC 9470).
      """)
  let isRegistrationOpen: DeclaredSetting<Bool> = .flag(
    "registration.open", help: "Accept registrations from every client (RFC 7591)."
  ).flag("open-registration")
  let initialAccessTokenFile: DeclaredSetting<String?> = .path(
    "registration.initial_access_token_file", unset: "registration is closed",
    help: """
      The file with the token that lets its bearers register clients (RFC 7591 §3). With `registration.open`, their \
      clients are trusted, and others aren't.
      """
  ).flag("initial-access-token-file", value: "file")
  let registrationGrants: DeclaredSetting<[String]?> = .list(
    "registration.grants",
    unset: "`authorization_code refresh_token device_code`; without a database also `client_credentials`",
    help: "The grants that clients may register for themselves.")
  let registrationScopes: DeclaredSetting<[String]?> = .list(
    "registration.scopes",
    unset: "those of OpenID Connect; all of `scopes` with an initial access token, or without a database",
    help: "The scopes that clients may register for themselves.")
  let clientsPerMinute: DeclaredSetting<Int> = .number(
    "registration.clients_per_minute", 1...10_000, default: RegistrationPolicy.closed.clientsPerMinute,
    help: """
      The largest number of registrations a minute; with open registration, half of it for one address. Sixty times \
      the value should be less than `registration.maximum_clients`.
      """)
  let registeredClientsNeedNoProofKey: DeclaredSetting<Bool> = .flag(
    "registration.code_challenge_optional_despite_code_injection",
    help: """
      Let confidential clients register without PKCE, as clients for OpenID Connect Core are. A stolen code can then \
      be injected unless the client checks `nonce` (RFC 9700 §4.5).
      """)
  let documentsMayBeElsewhere: DeclaredSetting<Bool> = .flag(
    "registration.documents_may_be_elsewhere",
    help: """
      Let the logo and documents of clients that register themselves be at other hosts than their redirect URIs. A \
      client can then show those of another application (RFC 7591 §5).
      """)
  let privateUseSchemes: DeclaredSetting<[String]> = .list(
    "registration.private_use_schemes", default: [],
    help: """
      The URI schemes without a dot that clients may register, such as `cursor`. Any program on a user's device can \
      claim them. Addresses with other ones are left out of a registration (RFC 8252 §8.4).
      """)
  let maximumClients: DeclaredSetting<Int> = .number(
    "registration.maximum_clients", 1...1_000_000, default: RegistrationPolicy.closed.maximumClients,
    help: """
      The largest number of clients that registered themselves. At the limit, a client that was unused for an hour \
      makes room.
      """)
  let softwareStatementIssuers: DeclaredSetting<[JSONValue]> = .objects(
    "registration.software_statement_issuers",
    help: """
      The issuers of accepted software statements (RFC 7591 §2.3), each with `issuer` and `jwks`. A client is \
      trusted only if the statement contains its `redirect_uris`, and its `post_logout_redirect_uris` if it has any.
      """)
  let acceptsClientDocuments: DeclaredSetting<Bool> = .flag(
    "client_documents.accept",
    help: """
      Accept clients whose `client_id` is the address of their metadata document, as clients for the Model Context \
      Protocol have. They register nothing. `registration.scopes` and `registration.grants` limit them too.
      """
  ).section("Clients.md#clients-with-a-metadata-document")
  let clientDocumentDomains: DeclaredSetting<[String]?> = .list(
    "client_documents.domains", unset: "any",
    help: "The only domains whose metadata documents are accepted, with their subdomains."
  ).section("Clients.md#clients-with-a-metadata-document")
  let refusedClientDocumentDomains: DeclaredSetting<[String]> = .list(
    "client_documents.refused_domains", default: [],
    help: "The domains whose metadata documents are rejected, with their subdomains."
  ).section("Clients.md#clients-with-a-metadata-document")
  let requiresPushedRequests: DeclaredSetting<Bool> = .flag(
    "require_pushed_authorization_requests",
    help: "Require pushed authorization requests of every client (RFC 9126 §5).")
  let unprovenPerAddress: DeclaredSetting<Int> = .number(
    "unproven_requests_per_address", 1...1_000_000, default: 1_000,
    help: """
      The number of pushed requests and device sign-ins a minute that are stored for one address, for public clients \
      and clients that registered themselves. Request objects that the server fetches count too. DPoP proofs and \
      client assertions have the same limit for themselves. Further ones are answered with 429.
      """)
  let requiresClientAuthentication: DeclaredSetting<Bool> = .flag(
    "require_client_authentication",
    help: "Accept no public client: the metadata doesn't list `none`, and no client may register it.")
  let clientAssertionAlgorithms: DeclaredSetting<Set<SignatureAlgorithm>> = .algorithms(
    "client_assertion_algorithms", default: TokenRules().assertionAlgorithms,
    help: "The accepted signature algorithms of client assertions (RFC 7523)."
  ).section("#algorithms")
  let clientAssertions: DeclaredSetting<ClientAssertionForm> = .choice(
    "client_assertions", ClientAssertionForm.allCases, default: TokenRules().clientAssertions,
    help: """
      The form of client assertions (draft-ietf-oauth-rfc7523bis §4): `issuer` accepts only the issuer as `aud`, \
      `typed` also requires `typ: client-authentication+jwt`, and `endpoint` accepts the `aud` of older clients, such \
      as the token endpoint.
      """)
  let requestObjectAlgorithms: DeclaredSetting<Set<SignatureAlgorithm>> = .algorithms(
    "request_object_algorithms", default: AuthorizationRequestRules().requestObjectAlgorithms,
    help: """
      The accepted signature algorithms of request objects (RFC 9101). If this is set, unsigned objects at a client's \
      `request_uris` are rejected.
      """
  ).section("#algorithms")
  let acceptsEncryptedRequests: DeclaredSetting<Bool> = .flag(
    "encrypted_request_objects",
    help: """
      Publish a key with which clients encrypt request objects (RFC 9101 §6.1). It is derived from the sealing key; \
      without a database, it is new at each start.
      """)
  let dpopAlgorithms: DeclaredSetting<Set<SignatureAlgorithm>> = .algorithms(
    "dpop_algorithms", default: DPoPProofPolicy.strictAlgorithms,
    help: "The accepted signature algorithms of DPoP proofs (RFC 9449)."
  ).section("#algorithms")
  let requiresDPoPNonces: DeclaredSetting<Bool> = .flag(
    "dpop_nonces",
    help: """
      Require a nonce of the server in DPoP proofs (RFC 9449 §8). With a database, all its processes accept the same \
      nonces.
      """)
  let pairwiseSaltFile: DeclaredSetting<String?> = .path(
    "pairwise_salt_file", unset: "none; without a database, a new salt at each start",
    help: "The file with the salt of pairwise subjects."
  ).section("Clients.md#pairwise-subjects")
  let codeLifetime: DeclaredSetting<Duration> = .seconds(
    "lifetimes.authorization_code", 1...600, default: TokenLifetimes().authorizationCode,
    help: "The lifetime of an authorization code.")
  let accessTokenLifetime: DeclaredSetting<Duration> = .seconds(
    "lifetimes.access_token", Self.years, default: TokenLifetimes().accessToken,
    help: "The lifetime of an access token.")
  let refreshTokenLifetime: DeclaredSetting<Duration> = .seconds(
    "lifetimes.refresh_token", Self.years, default: TokenLifetimes().refreshToken,
    help: "The lifetime of a refresh token. Each refresh starts it again.")
  let refreshTokenLeeway: DeclaredSetting<Duration?> = .seconds(
    "lifetimes.refresh_token_leeway", 0...60, unset: "`30`; without a database `0`",
    help: "The time in which a refresh token that was already redeemed is accepted again.")
  let idTokenLifetime: DeclaredSetting<Duration> = .seconds(
    "lifetimes.id_token", Self.years, default: TokenLifetimes().idToken, help: "The lifetime of an ID token.")
  let deviceCodeLifetime: DeclaredSetting<Duration> = .seconds(
    "lifetimes.device_code", 1...1_800, default: TokenLifetimes().deviceCode,
    help: "The lifetime of a device code (RFC 8628).")
  let devicePollInterval: DeclaredSetting<Duration> = .seconds(
    "device_codes.interval", 1...300, default: .seconds(5),
    help: "The time that a device waits between two polls (RFC 8628 §3.2).")
  let wrongUserCodesPerAddress: DeclaredSetting<Int> = .number(
    "device_codes.wrong_per_address", 1...1_000, default: 5,
    help: "The number of wrong user codes a minute that are checked for one address."
  ).section("../Pages.md#wrong-device-codes")
  let wrongUserCodesInAll: DeclaredSetting<Int> = .number(
    "device_codes.wrong_in_all", 1...1_000, default: 1_000,
    help: "The number of wrong user codes a minute that are checked for all addresses together."
  ).section("../Pages.md#wrong-device-codes")
  let sessionIdle: DeclaredSetting<Duration> = .seconds(
    "lifetimes.session_idle", Self.years, default: TokenLifetimes().sessionIdle,
    help: "The time after which an unused session ends.")
  let sessionLifetime: DeclaredSetting<Duration> = .seconds(
    "lifetimes.session", Self.years, default: TokenLifetimes().session, help: "The longest lifetime of a session.")
  let pageTemplates: DeclaredSetting<String?> = .path(
    "pages.templates", unset: "the built-in pages", help: "The folder with templates, or with a `style.css`."
  ).section("../Pages.md")
  let pageTexts: DeclaredSetting<String?> = .path(
    "pages.texts", unset: "English and German", help: "The folder with the texts of the pages, such as `fr.json`."
  ).section("../Pages.md#languages-and-words")
  let pageLanguage: DeclaredSetting<String> = .text(
    "pages.language", default: "en",
    help: "The language tag of the pages for browsers that ask for no language that the pages have.")
  let trustedIssuers: DeclaredSetting<[JSONValue]> = .objects(
    "trusted_issuers",
    help: """
      The issuers of JWTs for the grant `jwt-bearer` (RFC 7523), each with `issuer`, `scope`, `jwks` or `jwks_uri`, \
      and the accepted `tenant` if it has several.
      """)
  let identityAssertions: DeclaredSetting<[JSONValue]> = .objects(
    "identity_assertions",
    help: """
      The clients that get identity assertions (ID-JAG) for other servers, each with `client`, `audience` and \
      `scope`, and optionally `client_id`, `resources` and `aud_tenant`.
      """
  ).section("Clients.md#identity-assertions")
  let clients: DeclaredSetting<[JSONValue]> = .objects(
    "clients", help: "Clients, each with `client_id`, metadata, and `client_secret_file` if it has a secret."
  ).section("#clients-and-users-in-the-file")
  let users: DeclaredSetting<[JSONValue]> = .objects(
    "users", help: "Users, each with `username`, `password_file`, and claims."
  ).section("#clients-and-users-in-the-file")

  /// The allowed lifetimes in seconds: up to ten years.
  private static let years = 1...315_360_000
}
