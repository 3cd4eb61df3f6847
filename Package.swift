// swift-tools-version: 6.2
import PackageDescription

// The platforms that a trait's packages are for. On the others the trait adds nothing. Each product
// names its platforms itself: Swift Build, the build system in Xcode, drops the condition of a target
// for the products below that target. A part of a target is behind `#if` with the name defined here,
// not behind the trait's name.
//
// A program can listen on the loopback interface and start a browser. Apps on other platforms show a
// browser sheet, and swift-subprocess doesn't build there.
extension TargetDependencyCondition {
  static let loopback = Self.when(platforms: [.macOS, .linux], traits: ["Loopback"])
  // AsyncHTTPClient is for servers and commands, and it is PixySignIn's HTTP client on Linux. On Apple's
  // systems that is URLSession.
  static let asyncHTTPClient = Self.when(platforms: [.macOS, .linux], traits: ["AsyncHTTPClient"])
  static let asyncHTTPClientOnLinux = Self.when(platforms: [.linux], traits: ["AsyncHTTPClient"])
  static let urlSession = Self.when(platforms: urlSessionPlatforms)
  // Hummingbird builds for every platform of this package but watchOS.
  static let hummingbird = Self.when(platforms: hummingbirdPlatforms, traits: ["Hummingbird"])
  static let listening = Self.when(traits: ["Loopback", "Hummingbird"])
  static let sqlite = Self.when(traits: ["SQLite"])
  static let cli = Self.when(traits: ["CLI"])
}
let urlSessionPlatforms: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]
let hummingbirdPlatforms: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .visionOS, .linux]
let loopbackCode = SwiftSetting.define("LOOPBACK", .when(platforms: [.macOS, .linux], traits: ["Loopback"]))
let hummingbirdCode = SwiftSetting.define(
  "HUMMINGBIRD", .when(platforms: hummingbirdPlatforms, traits: ["Hummingbird"]))
let sqliteCode = SwiftSetting.define("SQLITE", .when(traits: ["SQLite"]))
let urlSessionCode = SwiftSetting.define("URL_SESSION", .when(platforms: urlSessionPlatforms))

/// The settings of single targets.
let settings: [String: [SwiftSetting]] = [
  "PixySignIn": [
    loopbackCode,
    .define("ASYNC_HTTP_CLIENT", .when(platforms: [.linux], traits: ["AsyncHTTPClient"])),
    urlSessionCode,
  ],
  "OAuthTransports": [
    .define("ASYNC_HTTP_CLIENT", .when(platforms: [.macOS, .linux], traits: ["AsyncHTTPClient"])), urlSessionCode,
  ],
  "OAuthUserAgent": [loopbackCode],
  "OAuthTestSupport": [hummingbirdCode],
  "PixyResource": [hummingbirdCode],
  "PixyServer": [hummingbirdCode, sqliteCode],
  "PixyWeb": [hummingbirdCode, sqliteCode],
]

// The products of other packages. Different traits add some of them, which take the condition.
extension Target.Dependency {
  typealias Conditional = @Sendable (TargetDependencyCondition?) -> Target.Dependency

  static func conditional(_ name: String, _ package: String) -> Conditional {
    { .product(name: name, package: package, condition: $0) }
  }

  static let argumentParser = conditional("ArgumentParser", "swift-argument-parser")(.cli)
  static let asyncHTTPClient = conditional("AsyncHTTPClient", "async-http-client")(.asyncHTTPClient)
  static let coreMetrics = conditional("CoreMetrics", "swift-metrics")
  static let crypto = conditional("Crypto", "swift-crypto")(nil)
  static let cryptoExtras = conditional("CryptoExtras", "swift-crypto")(nil)
  static let grdb = conditional("GRDB", "GRDB.swift")(.sqlite)
  static let grdbSQLite = conditional("GRDBSQLite", "GRDB.swift")(.sqlite)
  static let httpTypes = conditional("HTTPTypes", "swift-http-types")(nil)
  static let hummingbird = conditional("Hummingbird", "hummingbird")(.hummingbird)
  static let hummingbirdCore = conditional("HummingbirdCore", "hummingbird")
  static let hummingbirdTesting = conditional("HummingbirdTesting", "hummingbird")(.hummingbird)
  static let hummingbirdTLS = conditional("HummingbirdTLS", "hummingbird")(.hummingbird)
  static let logging = conditional("Logging", "swift-log")(nil)
  static let metrics = conditional("Metrics", "swift-metrics")(.hummingbird)
  static let metricsTestKit = conditional("MetricsTestKit", "swift-metrics")(.hummingbird)
  static let mustache = conditional("Mustache", "swift-mustache")(.hummingbird)
  static let nioCore = conditional("NIOCore", "swift-nio")
  static let nioEmbedded = conditional("NIOEmbedded", "swift-nio")(.listening)
  static let nioHTTP1 = conditional("NIOHTTP1", "swift-nio")
  static let nioHTTPTypes = conditional("NIOHTTPTypesHTTP1", "swift-nio-extras")(.hummingbird)
  static let nioPosix = conditional("NIOPosix", "swift-nio")
  static let nioSSL = conditional("NIOSSL", "swift-nio-ssl")
  static let serviceLifecycle = conditional("ServiceLifecycle", "swift-service-lifecycle")
  static let subprocess = conditional("Subprocess", "swift-subprocess")
  static let swiftASN1 = conditional("SwiftASN1", "swift-asn1")(nil)
  static let systemPackage = conditional("SystemPackage", "swift-system")
  static let unixSignals = conditional("UnixSignals", "swift-service-lifecycle")(.hummingbird)
}

/// A group's targets, by name with what they depend on. Each is the folder of its name in the group's folder of
/// Sources or Tests. A program's name is in lower case, a test's ends with "Tests", and every test can use `.covers`
/// of Evidence.
func group(
  _ group: String, _ sources: KeyValuePairs<String, [Target.Dependency]>,
  tests: KeyValuePairs<String, [Target.Dependency]> = [:]
) -> [Target] {
  func target(_ name: String, _ dependencies: [Target.Dependency], in folder: String) -> Target {
    let path = "\(folder)/\(group)/\(name)"
    if name.hasSuffix("Tests") { return .testTarget(name: name, dependencies: dependencies + ["Evidence"], path: path) }
    if name == name.lowercased() { return .executableTarget(name: name, dependencies: dependencies, path: path) }
    return .target(name: name, dependencies: dependencies, path: path)
  }
  return sources.map { target($0, $1, in: "Sources") } + tests.map { target($0, $1, in: "Tests") }
}

// Both sides stand on these: PKCE, shared types, signed JSON, DPoP proofs, small C targets.
let foundations = group(
  "Foundations",
  [
    "FoundationBasics": [],
    "CLibrary": [],
    "PKCE": ["CLibrary", "FoundationBasics", .crypto],
    "OAuthCore": ["FoundationBasics", "PKCE", .crypto, .httpTypes],
    "JOSE": ["CLibrary", "FoundationBasics", "OAuthCore", "PKCE", .crypto, .cryptoExtras, .httpTypes, .swiftASN1],
    "PKCS11": ["CLibrary", "JOSE", "OAuthCore", "PKCE", .crypto],
    "DPoPVerification": ["FoundationBasics", "JOSE", "OAuthCore", "PKCE", .crypto, .httpTypes],
    "QRCode": [],
    "HTMLTemplates": [.mustache],
    "ProcessProtection": [],
    "SQLiteAccounting": [],
  ],
  tests: [
    "PKCETests": ["PKCE", .crypto],
    "OAuthCoreTests": ["OAuthCore", "OAuthTestSupport", .httpTypes],
    "JOSETests": ["JOSE", "OAuthCore", "OAuthTestSupport", "PKCE", .crypto, .cryptoExtras, .httpTypes],
    "jose-process": ["JOSE", "OAuthCore", "PKCE"],
    "PKCS11Tests": ["JOSE", "OAuth", "OAuthCore", "OAuthTestSupport", "PKCS11", .httpTypes],
    "DPoPVerificationTests": [
      "DPoPVerification", "JOSE", "OAuth", "OAuthCore", "OAuthTestSupport", "PKCE", .crypto, .httpTypes,
    ],
    "QRCodeTests": ["QRCode", .subprocess(.cli), .systemPackage(.cli)],
  ])

// Signs users in and keeps their tokens valid.
let client = group(
  "Client",
  [
    "TokenStorage": ["CLibrary", "FoundationBasics", "OAuthCore", "PKCE", .crypto, .cryptoExtras, .systemPackage(nil)],
    "OAuth": ["FoundationBasics", "JOSE", "OAuthCore", "PKCE", .crypto, .httpTypes, .logging],
    "OAuthSessions": ["JOSE", "OAuth", "OAuthCore", "TokenStorage", .httpTypes, .logging],
    "OpenIDConnect": ["FoundationBasics", "JOSE", "OAuth", "OAuthCore", "PKCE", .httpTypes],
    "OAuthUserAgent": [
      "FoundationBasics", "OAuth", "OAuthCore", .httpTypes, .hummingbirdCore(.loopback), .logging, .nioCore(.loopback),
      .nioPosix(.loopback), .subprocess(.loopback), .systemPackage(.loopback),
    ],
    "OAuthProviders": [
      "FoundationBasics", "JOSE", "OAuth", "OAuthCore", "OAuthSessions", "OpenIDConnect", "PKCE", "TokenStorage",
      .httpTypes, .logging,
    ],
    "GitHubAuth": [
      "FoundationBasics", "OAuth", "OAuthCore", "OAuthProviders", "OAuthSessions", "OAuthUserAgent", "PKCE",
      "TokenStorage", .httpTypes, .logging,
    ],
    "OAuthURLSession": ["OAuthCore", "OAuthSessions", .httpTypes],
    "OAuthAsyncHTTPClient": [
      "CLibrary", "FoundationBasics", "OAuthCore", .asyncHTTPClient, .httpTypes, .nioCore(.asyncHTTPClient),
      .nioHTTP1(.asyncHTTPClient), .nioPosix(.asyncHTTPClient), .nioSSL(.asyncHTTPClient),
    ],
    "OAuthTransports": [
      .target(name: "OAuthAsyncHTTPClient", condition: .asyncHTTPClient),
      .target(name: "OAuthURLSession", condition: .urlSession),
    ],
    "PixySignIn": [
      "OAuth", "OAuthCore", "OAuthProviders", "OAuthSessions", "OAuthUserAgent", "TokenStorage",
      .target(name: "OAuthAsyncHTTPClient", condition: .asyncHTTPClientOnLinux),
      .target(name: "OAuthURLSession", condition: .urlSession), .httpTypes,
    ],
  ],
  tests: [
    "TokenStorageTests": [
      "OAuthCore", "OAuthTestSupport", "PKCE", "TokenStorage", "store-process", .crypto, .subprocess(.cli),
      .systemPackage(nil),
    ],
    "store-process": ["OAuthCore", "TokenStorage"],
    "OAuthTests": [
      "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthServer", "OAuthSessions", "OAuthTestSupport", "PKCE",
      "TokenStorage", .crypto, .httpTypes, .logging,
    ],
    "OpenIDConnectTests": [
      "JOSE", "OAuth", "OAuthCore", "OAuthSessions", "OAuthTestSupport", "OpenIDConnect", "PKCE", "TokenStorage",
      .httpTypes, .logging,
    ],
    "OAuthUserAgentTests": [
      "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthTestSupport", "OAuthUserAgent", .crypto, .httpTypes, .logging,
      .nioCore(.listening), .nioPosix(.listening),
    ],
    "OAuthProvidersTests": [
      "GitHubAuth", "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthProviders", "OAuthSessions",
      "OAuthTestSupport", "OAuthUserAgent", "OpenIDConnect", "PKCE", "TokenStorage", .crypto, .httpTypes, .logging,
    ],
    "OAuthURLSessionTests": [
      "OAuth", "OAuthCore", "OAuthSessions", "OAuthTestSupport", "OAuthURLSession", "TokenStorage", .httpTypes,
    ],
    "OAuthAsyncHTTPClientTests": [
      "OAuthAsyncHTTPClient", "OAuthCore", "OAuthTestSupport", "TestCertificates", .httpTypes,
      .nioCore(.asyncHTTPClient), .nioHTTP1(.asyncHTTPClient), .nioPosix(.asyncHTTPClient), .nioSSL(.asyncHTTPClient),
    ],
    "session-process": ["OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthSessions", "TokenStorage"],
    "PixySignInTests": [
      "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthProviders", "OAuthServerHummingbird",
      "OAuthTestSupport", "OAuthUserAgent", "PixySignIn", "TokenStorage", "sign-in-process", .logging,
      .subprocess(.cli), .systemPackage(.cli),
    ],
    "sign-in-process": ["PixySignIn"],
  ])

// Signs users in to web applications.
let web = group(
  "Web",
  [
    "OAuthWebSessions": [
      "FoundationBasics", "OAuth", "OAuthCore", "OAuthProviders", "OAuthSessions", "PKCE", "TokenStorage", .crypto,
      .httpTypes,
    ],
    "OAuthWebSQLite": ["FoundationBasics", "OAuthCore", "OAuthWebSessions", .grdb, .systemPackage(.sqlite)],
    "OAuthWebHummingbird": [
      "OAuth", "OAuthCore", "OAuthProviders", "OAuthSessions", "OAuthWebSessions", "OpenIDConnect", "PKCE",
      "TokenStorage", .target(name: "HTMLTemplates", condition: .hummingbird), .httpTypes, .hummingbird, .logging,
      .mustache, .nioCore(.hummingbird),
    ],
    "PixyWeb": [
      "OAuth", "OAuthCore", "OAuthProviders", "OAuthSessions", "OAuthTransports", "OAuthWebSessions", "OpenIDConnect",
      "TokenStorage", .target(name: "OAuthWebHummingbird", condition: .hummingbird),
      .target(name: "OAuthWebSQLite", condition: .sqlite), .httpTypes,
    ],
  ],
  tests: [
    "OAuthWebSessionsTests": [
      "OAuth", "OAuthCore", "OAuthProviders", "OAuthTestSupport", "OAuthWebSessions", "PKCE", "TokenStorage",
      .httpTypes,
    ],
    "OAuthWebSQLiteTests": ["OAuthCore", "OAuthTestSupport", "OAuthWebSQLite", "OAuthWebSessions"],
    "OAuthWebHummingbirdTests": [
      "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthProviders", "OAuthServer", "OAuthSessions",
      "OAuthTestSupport",
      "OAuthWebHummingbird", "OAuthWebSessions", "PKCE", .httpTypes, .hummingbird, .hummingbirdTesting, .logging,
      .nioCore(.hummingbird),
    ],
    "MyGoogleInfoWebTests": ["OAuth", "OAuthCore", "OAuthProviders", "my-google-info-web"],
  ])

// Checks access tokens.
let resource = group(
  "Resource",
  [
    "OAuthResourceServer": [
      "DPoPVerification", "FoundationBasics", "JOSE", "OAuth", "OAuthCore", "PKCE", .crypto, .httpTypes, .logging,
    ],
    "OAuthResourceServerHummingbird": [
      "OAuthCore", "OAuthResourceServer", .httpTypes, .hummingbird, .nioCore(.hummingbird), .nioSSL(.hummingbird),
    ],
    "PixyResource": [
      "OAuthCore", "OAuthResourceServer", "OAuthTransports",
      .target(name: "OAuthResourceServerHummingbird", condition: .hummingbird), .httpTypes,
    ],
  ],
  tests: [
    "OAuthResourceServerTests": [
      "DPoPVerification", "JOSE", "OAuth", "OAuthCore", "OAuthResourceServer", "OAuthTestSupport", "PKCE", .crypto,
      .httpTypes, .logging,
    ],
    "OAuthResourceServerHummingbirdTests": [
      "DPoPVerification", "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthResourceServer",
      "OAuthResourceServerHummingbird", "OAuthServer", "OAuthTestSupport", .httpTypes, .hummingbird,
      .hummingbirdTesting, .logging, .nioCore(.hummingbird),
    ],
    "MCPNotesServerTests": [
      "OAuth", "OAuthCore", "OAuthResourceServerHummingbird", "OAuthServer", "OAuthTestSupport", "mcp-notes-server",
      .httpTypes, .hummingbird, .hummingbirdTesting, .nioCore(.hummingbird),
    ],
  ])

// The authorization server, its databases and pages.
let server = group(
  "Server",
  [
    "OAuthServer": [
      "DPoPVerification", "FoundationBasics", "JOSE", "OAuthCore", "PKCE", .crypto, .cryptoExtras, .httpTypes, .logging,
    ],
    "OAuthServerSQL": ["FoundationBasics", "JOSE", "OAuthCore", "OAuthServer", "PKCE"],
    "OAuthServerSQLite": [
      "CLibrary", "FoundationBasics", "OAuthCore", "OAuthServer", "OAuthServerSQL",
      .target(name: "SQLiteAccounting", condition: .sqlite), .grdb, .grdbSQLite, .systemPackage(.sqlite),
    ],
    "OAuthServerPostgreSQL": ["CLibrary", "FoundationBasics", "OAuthCore", "OAuthServer", "OAuthServerSQL"],
    "OAuthServerHummingbird": [
      "CLibrary", "FoundationBasics", "OAuthCore", "OAuthServer", "QRCode",
      .target(name: "HTMLTemplates", condition: .hummingbird), .coreMetrics(.hummingbird), .httpTypes,
      .hummingbirdCore(.hummingbird), .hummingbirdTLS, .logging, .metrics, .mustache, .nioCore(.hummingbird),
      .nioHTTP1(.hummingbird), .nioHTTPTypes, .nioPosix(.hummingbird), .nioSSL(.hummingbird),
      .serviceLifecycle(.hummingbird), .unixSignals,
    ],
    "PixyServer": [
      "OAuthCore", "OAuthServer", "OAuthServerPostgreSQL",
      .target(name: "OAuthServerHummingbird", condition: .hummingbird),
      .target(name: "OAuthServerSQLite", condition: .sqlite), .httpTypes,
    ],
  ],
  tests: [
    "OAuthServerTests": [
      "DPoPVerification", "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthServer", "OAuthServerPostgreSQL",
      "OAuthServerSQL", "OAuthTestSupport", "OpenIDConnect", "PKCE", .crypto, .httpTypes,
    ],
    "OAuthServerSQLiteTests": [
      "OAuthCore", "OAuthLookAlikes", "OAuthServer", "OAuthServerSQL", "OAuthServerSQLite", "OAuthTestSupport", "PKCE",
      "server-process", .grdb, .httpTypes, .logging, .subprocess(.cli), .systemPackage(.cli),
    ],
    "OAuthServerPostgreSQLTests": [
      "OAuthCore", "OAuthServer", "OAuthServerPostgreSQL", "OAuthServerSQL", "OAuthServerSQLite", "OAuthTestSupport",
      "PKCE",
    ],
    "OAuthServerHummingbirdTests": [
      "JOSE", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthLookAlikes", "OAuthResourceServer",
      "OAuthResourceServerHummingbird", "OAuthServer", "OAuthServerHummingbird", "OAuthTestSupport", "PKCE", .crypto,
      .httpTypes, .hummingbird, .hummingbirdTLS, .logging, .metricsTestKit, .nioCore(.listening), .nioEmbedded,
      .nioPosix(.listening), .nioSSL(.hummingbird), .serviceLifecycle(.hummingbird),
    ],
    "server-process": [
      "OAuthCore", "OAuthLookAlikes", "OAuthServer", "OAuthServerSQLite", "PKCE", .httpTypes, .logging,
    ],
  ])

// Look-alikes of providers, and the test kit.
let testing = group(
  "Testing",
  [
    "OAuthLookAlikes": ["FoundationBasics", "JOSE", "OAuthCore", "OAuthServer", "PKCE", .httpTypes, .logging],
    "OAuthTestSupport": [
      "DPoPVerification", "FoundationBasics", "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthServer",
      "OAuthWebSessions", "PKCE", "TokenStorage", .target(name: "OAuthServerHummingbird", condition: .hummingbird),
      .httpTypes, .logging, .nioCore(.hummingbird), .nioPosix(.hummingbird),
    ],
    "PixyTesting": ["OAuthCore", "OAuthLookAlikes", "OAuthServer", "OAuthTestSupport", .httpTypes],
  ])

// The `pixy` command.
let command = group(
  "Command",
  [
    "MCPBridge": ["FoundationBasics", "OAuthCore", .httpTypes],
    "PixyAccounts": ["CLibrary", "FoundationBasics", "OAuthCore", "TokenStorage", .systemPackage(nil)],
    "pixy-front": [
      "CLibrary", "FoundationBasics", "OAuthCore", "PixyAccounts", "ProcessProtection", "TokenStorage",
      .systemPackage(nil),
    ],
    "PixyWire": ["FoundationBasics", "JOSE", "OAuthCore", "PKCE", .httpTypes],
    "PixyTerminal": [
      "CLibrary", "FoundationBasics", "OAuthCore", "PKCE", .argumentParser, .logging, .systemPackage(.cli),
    ],
    "PixyConnection": [
      "FoundationBasics", "JOSE", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthProviders", "OAuthServer",
      "OAuthUserAgent", "OpenIDConnect", "PKCE", "PixyTerminal", "PixyWire", .argumentParser, .httpTypes, .logging,
      .systemPackage(.cli),
    ],
    "PixyAuth": [
      "CLibrary", "FoundationBasics", "JOSE", "OAuth", "OAuthCore", "OAuthProviders", "OAuthServer", "OAuthSessions", "OAuthUserAgent",
      "OpenIDConnect", "PKCE", "PixyAccounts", "PixyConnection", "PixyTerminal", "PixyWire", "QRCode", "TokenStorage",
      .argumentParser,
      .crypto, .httpTypes, .logging, .systemPackage(.cli),
    ],
    "PixyHelpers": [
      "CLibrary", "FoundationBasics", "JOSE", "MCPBridge", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore",
      "OAuthProviders", "OAuthSessions", "OAuthUserAgent", "PKCE", "PixyAccounts", "PixyAuth", "PixyConnection",
      "PixyTerminal", "PixyWire", "TokenStorage", .argumentParser, .crypto, .httpTypes, .logging, .systemPackage(.cli),
    ],
    "PixyServe": [
      "CLibrary", "DPoPVerification", "FoundationBasics", "JOSE", "OAuthAsyncHTTPClient", "OAuthCore",
      "OAuthLookAlikes", "OAuthServer", "OAuthServerHummingbird", "OAuthServerPostgreSQL", "OAuthServerSQL",
      "OAuthServerSQLite", "OAuthUserAgent", "PKCE", "PixyTerminal", .argumentParser, .coreMetrics(.cli), .crypto,
      .httpTypes, .logging,
      .serviceLifecycle(.cli), .systemPackage(.cli),
    ],
    "PixyDemo": [
      "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthServer", "PKCE", "PixyWire", .httpTypes, .logging,
    ],
    "pixy-demo": ["PKCE", "PixyDemo", .logging],
    "PixyCLI": [
      "FoundationBasics", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthLookAlikes", "OAuthServer",
      "OAuthServerHummingbird", "OAuthUserAgent", "PKCE", "PixyAuth", "PixyConnection", "PixyDemo", "PixyHelpers",
      "PixyServe", "PixyTerminal", "ProcessProtection", .argumentParser, .logging,
    ],
    "pixy": ["PixyCLI"],
  ],
  tests: [
    "MCPBridgeTests": ["MCPBridge", "OAuthCore", .httpTypes],
    "CLITests": [
      "DPoPVerification", "GitHubAuth", "JOSE", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthLookAlikes", "OAuthProviders",
      "OAuthServer", "OAuthServerHummingbird", "OAuthServerPostgreSQL", "OAuthServerSQLite", "OAuthSessions", "OAuthTestSupport",
      "OAuthUserAgent", "OpenIDConnect", "PKCE", "PixyAccounts", "PixyAuth", "PixyCLI", "PixyConnection", "PixyDemo",
      "PixyHelpers",
      "PixyServe", "PixyTerminal", "PixyWire", "TestCertificates", "TokenStorage", "pixy", "pixy-front",
      .argumentParser, .coreMetrics(.cli), .httpTypes, .logging, .subprocess(.cli), .systemPackage(.cli),
    ],
  ])

// Tests of several groups together. The examples of doc comments and articles are compiled, and neither
// linked nor run.
let across = group(
  "Across", [:],
  tests: [
    "EndToEndTests": [
      "JOSE", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthLookAlikes", "OAuthServer", "OAuthServerHummingbird",
      "OAuthSessions", "OAuthTestSupport", "OAuthUserAgent", "OpenIDConnect", "PKCE", "TokenStorage", "session-process",
      .httpTypes, .logging, .nioCore(.hummingbird), .nioPosix(.hummingbird), .subprocess(.cli), .systemPackage(.cli),
    ],
    "ErrorTests": [
      "DPoPVerification", "GitHubAuth", "JOSE", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthLookAlikes",
      "OAuthProviders", "OAuthResourceServer", "OAuthResourceServerHummingbird", "OAuthServer",
      "OAuthServerHummingbird", "OAuthServerSQLite", "OAuthSessions", "OAuthTestSupport", "OAuthUserAgent",
      "OAuthWebHummingbird", "OAuthWebSQLite", "OAuthWebSessions", "OpenIDConnect", "PKCE", "PKCS11", "TokenStorage",
    ],
    "DocumentedExamples": [
      "DPoPVerification", "GitHubAuth", "JOSE", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthLookAlikes",
      "OAuthProviders", "OAuthResourceServer", "OAuthResourceServerHummingbird", "OAuthServer",
      "OAuthServerHummingbird", "OAuthServerPostgreSQL", "OAuthServerSQLite", "OAuthSessions", "OAuthTestSupport",
      "OAuthURLSession", "OAuthUserAgent", "OAuthWebHummingbird", "OAuthWebSQLite", "OAuthWebSessions", "OpenIDConnect",
      "PKCE", "PKCS11", "QRCode", "TokenStorage", .httpTypes, .hummingbird, .logging, .nioCore(.hummingbird),
    ],
    "TestCertificates": [],
    "Evidence": [],
  ])

// Examples that are programs of this package.
let examples: [Target] = [
  .executableTarget(
    name: "my-google-info-web",
    dependencies: [
      "CLibrary", "FoundationBasics", "PixyWeb", .hummingbird, .hummingbirdCore(.hummingbird), .logging,
      .nioCore(.hummingbird),
    ],
    path: "Examples/MyGoogleInfoWeb", exclude: ["README.md"]),
  .executableTarget(
    name: "mcp-notes-server",
    dependencies: ["CLibrary", "PixyResource", .hummingbird, .logging, .nioCore(.hummingbird)],
    path: "Examples/MCPNotesServer", exclude: ["README.md"]),
]

let package = Package(
  name: "pixy",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  // A product is named after what its user builds. It holds every module that its user imports: its
  // targets here, and those that they depend on for a platform or trait.
  products: [
    .library(name: "PixySignIn", targets: ["PixySignIn"]),
    .library(name: "PixyWeb", targets: ["PixyWeb"]),
    .library(name: "PixyResource", targets: ["PixyResource", "DPoPVerification"]),
    .library(name: "PixyServer", targets: ["PixyServer", "DPoPVerification"]),
    .library(name: "PixyTesting", targets: ["PixyTesting"]),
    .library(
      name: "OAuth",
      targets: [
        "GitHubAuth", "JOSE", "OAuth", "OAuthCore", "OAuthProviders", "OAuthSessions", "OAuthTransports",
        "OAuthURLSession", "OAuthUserAgent", "OpenIDConnect", "PKCE", "QRCode", "TokenStorage",
      ]),
    .library(name: "JOSE", targets: ["JOSE", "OAuthCore", "PKCE", "PKCS11"]),
    .library(name: "PKCE", targets: ["PKCE"]),
    .executable(name: "pixy", targets: ["pixy"]),
    .executable(name: "pixy-front", targets: ["pixy-front"]),
  ],
  traits: [
    .trait(name: "AsyncHTTPClient", description: "The HTTP transport for Linux and servers."),
    .trait(name: "Loopback", description: "The loopback listener and the system browser, on macOS and Linux."),
    .trait(name: "Hummingbird", description: "Middleware of web applications and APIs; the server's port and pages."),
    .trait(name: "SQLite", description: "Web applications' sessions and the server's database in one SQLite file."),
    .trait(
      name: "CLI", description: "The pixy command.",
      enabledTraits: ["AsyncHTTPClient", "Loopback", "Hummingbird", "SQLite"]),
    .default(enabledTraits: ["AsyncHTTPClient", "Loopback", "Hummingbird", "SQLite", "CLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: foundations + client + web + resource + server + testing + command + across + examples
)

// Every target is held to the same rules. Warnings are errors for work on this package only: Makefile
// and .ci/run set the variable. Another compiler's or SDK's new warnings must not break a package that
// depends on this one.
for target in package.targets {
  target.swiftSettings =
    [
      .swiftLanguageMode(.v6),
      .strictMemorySafety(),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ] + (settings[target.name] ?? [])
    + (Context.environment["PIXY_WARNINGS_AS_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : [])
  switch target.name {
  case "SQLiteAccounting": target.linkerSettings = [.linkedLibrary("sqlite3")]
  // Pages and their texts are files that the compiler puts into the program.
  case "OAuthServer": target.resources = [.embedInCode("Pages/Texts/en.json"), .embedInCode("Pages/Texts/de.json")]
  case "OAuthServerHummingbird", "OAuthWebHummingbird": target.resources = [.embedInCode("Pages/Templates")]
  case "JOSETests": target.resources = [.copy("Vectors")]
  case "CLITests":
    target.exclude = [
      "Help/Expected", "Helpers/played-imap-server", "Helpers/played-mail-server", "played-browser",
    ]
  default: break
  }
}
