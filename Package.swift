// swift-tools-version: 6.2
import PackageDescription

// The platforms that a trait's packages are for; on others the trait adds nothing. Each product names its platforms
// itself: Swift Build, the build system in Xcode, drops the condition of a target for the products below that target.
// A part of a target is behind `#if` with the name defined here, not behind the trait's name. A program can listen on
// the loopback interface and start a browser; apps on other platforms show a browser sheet, and swift-subprocess
// doesn't build there. AsyncHTTPClient is for servers and commands; PixySignIn prefers it to its own client on Linux.
extension TargetDependencyCondition {
  static let loopback = Self.when(platforms: programs, traits: ["Loopback"])
  static let loopbackOnLinux = Self.when(platforms: [.linux], traits: ["Loopback"])
  static let asyncHTTPClient = Self.when(platforms: programs, traits: ["AsyncHTTPClient"])
  static let asyncHTTPClientOnLinux = Self.when(platforms: [.linux], traits: ["AsyncHTTPClient"])
  static let nioClient = Self.when(platforms: programs, traits: ["AsyncHTTPClient", "Loopback"])
  static let urlSession = Self.when(platforms: urlSessionPlatforms)
  // Hummingbird builds for every platform of this package but watchOS.
  static let hummingbird = Self.when(platforms: hummingbirdPlatforms, traits: ["Hummingbird"])
  static let listening = Self.when(traits: ["Loopback", "Hummingbird"])
  static let sqlite = Self.when(traits: ["SQLite"])
  static let cli = Self.when(traits: ["CLI"])
}
let programs: [Platform] = [.macOS, .linux]
let urlSessionPlatforms: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]
let hummingbirdPlatforms: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .visionOS, .linux]

extension SwiftSetting {
  static let loopback = define("LOOPBACK", .when(platforms: programs, traits: ["Loopback"]))
  static let asyncHTTPClient = define("ASYNC_HTTP_CLIENT", .when(platforms: programs, traits: ["AsyncHTTPClient"]))
  static let nioClient = define("NIO_CLIENT", .when(platforms: programs, traits: ["AsyncHTTPClient", "Loopback"]))
  static let urlSession = define("URL_SESSION", .when(platforms: urlSessionPlatforms))
  static let hummingbird = define("HUMMINGBIRD", .when(platforms: hummingbirdPlatforms, traits: ["Hummingbird"]))
  static let sqlite = define("SQLITE", .when(traits: ["SQLite"]))
}
let settings: [String: [SwiftSetting]] = [
  "PixySignIn": [.asyncHTTPClient, .loopback, .urlSession], "OAuthTransports": [.asyncHTTPClient, .urlSession],
  "OAuthNIO": [.nioClient], "OAuthUserAgent": [.loopback], "OAuthTestSupport": [.hummingbird],
  "PixyResource": [.hummingbird], "PixyServer": [.hummingbird, .sqlite], "PixyWeb": [.hummingbird, .sqlite],
]

// The products of other packages. Different traits add some of them, which take the condition.
extension Target.Dependency {
  static func conditional(_ name: String, _ package: String) -> @Sendable (TargetDependencyCondition?) -> Self {
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

let basics: [Target.Dependency] = ["FoundationBasics", "OAuthCore", "PKCE"]
/// What any test may use besides the modules that it names.
let testModules = [
  "Evidence", "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthProviders", "OAuthServer", "OAuthSessions",
  "OAuthTestSupport", "OAuthWebSessions", "PKCE", "TokenStorage",
]
let testKit: [Target.Dependency] =
  testModules.map { .target(name: $0) } + [
    .crypto, .httpTypes, .hummingbird, .hummingbirdTesting, .logging, .nioCore(.listening), .nioPosix(.listening),
    .subprocess(.cli), .systemPackage(.cli),
  ]

/// A group's targets, by name with what they depend on. Each is the folder of its name in the group's folder of
/// Sources or Tests. A program's name is in lower case, a test's ends with "Tests".
func group(
  _ group: String, _ sources: KeyValuePairs<String, [Target.Dependency]>,
  tests: KeyValuePairs<String, [Target.Dependency]> = [:]
) -> [Target] {
  func target(_ name: String, _ dependencies: [Target.Dependency], in folder: String) -> Target {
    let path = "\(folder)/\(group)/\(name)"
    if name.hasSuffix("Tests") { return .testTarget(name: name, dependencies: dependencies + testKit, path: path) }
    if name == name.lowercased() { return .executableTarget(name: name, dependencies: dependencies, path: path) }
    return .target(name: name, dependencies: dependencies, path: path)
  }
  return sources.map { target($0, $1, in: "Sources") } + tests.map { target($0, $1, in: "Tests") }
}

/// The libraries of groups that aren't in the test kit.
func libraries(_ groups: [Target]...) -> [Target.Dependency] {
  groups.joined().filter { $0.type == .regular && !testModules.contains($0.name) }.map { .target(name: $0.name) }
}

// Both sides stand on these: PKCE, shared types, signed JSON, DPoP proofs, small C targets.
let foundations = group(
  "Foundations",
  [
    "FoundationBasics": [], "CLibrary": [], "ProcessCalls": [], "QRCode": [], "SQLiteAccounting": [],
    "PKCE": ["CLibrary", "FoundationBasics", .crypto], "OAuthCore": ["FoundationBasics", "PKCE", .crypto, .httpTypes],
    "JOSE": basics + ["CLibrary", .crypto, .cryptoExtras, .httpTypes, .swiftASN1],
    "PKCS11": ["CLibrary", "JOSE", "OAuthCore", "PKCE", .crypto],
    "DPoPVerification": basics + ["JOSE", .crypto, .httpTypes], "HTMLTemplates": [.mustache],
  ],
  tests: [
    "PKCETests": [], "OAuthCoreTests": [], "QRCodeTests": ["QRCode"], "PKCS11Tests": ["PKCS11"],
    "JOSETests": [.cryptoExtras], "jose-process": ["JOSE", "OAuthCore", "PKCE"],
    "DPoPVerificationTests": ["DPoPVerification"],
  ])

// Signs users in and keeps their tokens valid.
let client = group(
  "Client",
  [
    "TokenStorage": basics + ["CLibrary", .crypto, .cryptoExtras, .systemPackage(nil)],
    "OAuth": basics + ["JOSE", .crypto, .httpTypes, .logging],
    "OAuthSessions": ["FoundationBasics", "JOSE", "OAuth", "OAuthCore", "TokenStorage", .httpTypes, .logging],
    "OpenIDConnect": basics + ["JOSE", "OAuth", .httpTypes, .logging],
    "OAuthUserAgent": [
      "FoundationBasics", "OAuth", "OAuthCore", .httpTypes, .logging, .nioCore(.loopback), .nioHTTP1(.loopback),
      .nioPosix(.loopback), .subprocess(.loopback), .systemPackage(.loopback),
    ],
    "OAuthProviders": basics + [
      "JOSE", "OAuth", "OAuthSessions", "OpenIDConnect", "TokenStorage", .httpTypes, .logging,
    ],
    "GitHubAuth": basics + [
      "OAuth", "OAuthProviders", "OAuthSessions", "OAuthUserAgent", "TokenStorage", .httpTypes, .logging,
    ],
    "OAuthURLSession": ["OAuthCore", "OAuthSessions", .httpTypes],
    "OAuthNIO": [
      "CLibrary", "OAuthCore", .httpTypes, .nioCore(.nioClient), .nioHTTP1(.nioClient), .nioPosix(.nioClient),
      .nioSSL(.nioClient),
    ],
    "OAuthAsyncHTTPClient": [
      "FoundationBasics", "OAuthCore", "OAuthNIO", .asyncHTTPClient, .httpTypes, .nioCore(.asyncHTTPClient),
      .nioHTTP1(.asyncHTTPClient), .nioSSL(.asyncHTTPClient),
    ],
    "OAuthTransports": [
      .target(name: "OAuthAsyncHTTPClient", condition: .asyncHTTPClient),
      .target(name: "OAuthURLSession", condition: .urlSession),
    ],
    "PixySignIn": [
      "OAuth", "OAuthCore", "OAuthProviders", "OAuthSessions", "OAuthUserAgent", "TokenStorage",
      .target(name: "OAuthAsyncHTTPClient", condition: .asyncHTTPClientOnLinux),
      .target(name: "OAuthNIO", condition: .loopbackOnLinux),
      .target(name: "OAuthURLSession", condition: .urlSession), .httpTypes, .logging,
    ],
  ],
  tests: [
    "TokenStorageTests": ["store-process"], "store-process": ["OAuthCore", "TokenStorage"],
    "OAuthTests": [], "OpenIDConnectTests": ["OpenIDConnect"], "OAuthURLSessionTests": ["OAuthURLSession"],
    "OAuthUserAgentTests": ["OAuthAsyncHTTPClient", "OAuthUserAgent", "TestSurroundings"],
    "OAuthProvidersTests": ["GitHubAuth", "OAuthUserAgent", "OpenIDConnect"],
    "OAuthAsyncHTTPClientTests": [
      "OAuthAsyncHTTPClient", "OAuthNIO", "TestSurroundings", .nioHTTP1(.asyncHTTPClient), .nioSSL(.asyncHTTPClient),
    ],
    "session-process": ["OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthSessions", "TokenStorage"],
    "PixySignInTests": ["OAuthServerHummingbird", "OAuthUserAgent", "PixySignIn", "sign-in-process"],
    "sign-in-process": ["PixySignIn"], "MyGoogleInfoTests": ["MyGoogleInfoModel", "PixySignIn"],
  ])

// Signs users in to web applications.
let web = group(
  "Web",
  [
    "OAuthWebSessions": basics + [
      "OAuth", "OAuthProviders", "OAuthSessions", "OpenIDConnect", "TokenStorage", .crypto, .httpTypes, .logging,
    ],
    "OAuthWebSQLite": ["FoundationBasics", "OAuthCore", "OAuthWebSessions", .grdb, .systemPackage(.sqlite)],
    "OAuthWebPostgreSQL": ["FoundationBasics", "OAuthCore", "OAuthServerPostgreSQL", "OAuthWebSessions"],
    "OAuthWebHummingbird": [
      "OAuth", "OAuthCore", "OAuthProviders", "OAuthSessions", "OAuthWebSessions", "PKCE",
      .target(name: "HTMLTemplates", condition: .hummingbird), .httpTypes, .hummingbird, .logging, .mustache,
      .nioCore(.hummingbird),
    ],
    "PixyWeb": [
      "OAuth", "OAuthCore", "OAuthProviders", "OAuthSessions", "OAuthTransports", "OAuthWebSessions", "OpenIDConnect",
      "TokenStorage", .target(name: "OAuthWebHummingbird", condition: .hummingbird),
      .target(name: "OAuthWebSQLite", condition: .sqlite), .httpTypes,
    ],
  ],
  tests: [
    "OAuthWebSessionsTests": [.nioHTTP1(.hummingbird), .nioHTTPTypes], "OAuthWebSQLiteTests": ["OAuthWebSQLite"],
    "OAuthWebHummingbirdTests": ["OAuthWebHummingbird"], "MyGoogleInfoWebTests": ["my-google-info-web"],
  ])

// Checks access tokens.
let resource = group(
  "Resource",
  [
    "OAuthResourceServer": basics + ["DPoPVerification", "JOSE", "OAuth", .crypto, .httpTypes, .logging],
    "OAuthResourceServerHummingbird": [
      "OAuthCore", "OAuthResourceServer", .httpTypes, .hummingbird, .nioCore(.hummingbird), .nioSSL(.hummingbird),
    ],
    "PixyResource": [
      "OAuthCore", "OAuthResourceServer", "OAuthTransports",
      .target(name: "OAuthResourceServerHummingbird", condition: .hummingbird), .httpTypes,
    ],
  ],
  tests: [
    "OAuthResourceServerTests": ["DPoPVerification", "OAuthResourceServer"],
    "OAuthResourceServerHummingbirdTests": [
      "DPoPVerification", "OAuthResourceServer", "OAuthResourceServerHummingbird",
    ],
    "MCPNotesServerTests": ["OAuthResourceServerHummingbird", "mcp-notes-server"],
  ])

// The authorization server, its databases and pages.
let server = group(
  "Server",
  [
    "OAuthServer": basics + ["DPoPVerification", "JOSE", .crypto, .cryptoExtras, .httpTypes, .logging],
    "OAuthServerSQL": basics + ["JOSE", "OAuthServer"],
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
    "OAuthServerTests": ["DPoPVerification", "OAuthServerPostgreSQL", "OAuthServerSQL", "OpenIDConnect"],
    "OAuthServerSQLiteTests": ["OAuthServerSQL", "OAuthServerSQLite", "server-process", .grdb],
    "OAuthServerPostgreSQLTests": [
      "OAuthServerPostgreSQL", "OAuthServerSQL", "OAuthServerSQLite", "OAuthWebPostgreSQL",
    ],
    "OAuthServerHummingbirdTests": [
      "OAuthAsyncHTTPClient", "OAuthResourceServer", "OAuthResourceServerHummingbird", "OAuthServerHummingbird",
      "TestSurroundings", .hummingbirdTLS, .metricsTestKit, .nioEmbedded, .nioSSL(.hummingbird),
      .serviceLifecycle(.hummingbird),
    ],
    "server-process": [
      "OAuthCore", "OAuthLookAlikes", "OAuthServer", "OAuthServerSQLite", "PKCE", .httpTypes, .logging,
    ],
  ])

// Look-alikes of providers, and the test kit.
let testing = group(
  "Testing",
  [
    "OAuthLookAlikes": basics + ["JOSE", "OAuthServer", .httpTypes, .logging],
    "OAuthTestSupport": basics + [
      "DPoPVerification", "JOSE", "OAuth", "OAuthLookAlikes", "OAuthProviders", "OAuthServer", "OAuthSessions",
      "OAuthWebSessions", "TokenStorage", .target(name: "OAuthServerHummingbird", condition: .hummingbird), .httpTypes,
      .logging, .nioCore(.hummingbird), .nioPosix(.hummingbird),
    ],
    "PixyTesting": [
      "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthProviders", "OAuthServer", "OAuthSessions", "OAuthTestSupport",
      "TokenStorage", .httpTypes,
    ],
  ])

// The `pixy` command.
let command = group(
  "Command",
  [
    "MCPBridge": ["FoundationBasics", "OAuthCore", .httpTypes],
    "PixyAccounts": ["CLibrary", "FoundationBasics", "OAuthCore", "TokenStorage", .systemPackage(nil)],
    "pixy-front": [
      "CLibrary", "FoundationBasics", "OAuthCore", "PixyAccounts", "ProcessCalls", "TokenStorage",
      .systemPackage(nil),
    ],
    "PixyWire": basics + ["JOSE", .httpTypes],
    "PixyTerminal": basics + ["CLibrary", "ProcessCalls", .argumentParser, .logging, .systemPackage(.cli)],
    "PixyConnection": basics + [
      "CLibrary", "JOSE", "OAuth", "OAuthAsyncHTTPClient", "OAuthProviders", "OAuthServer", "OAuthUserAgent",
      "OpenIDConnect", "PixyTerminal", "PixyWire", .argumentParser, .httpTypes, .logging, .systemPackage(.cli),
    ],
    "PixyAuth": basics + [
      "CLibrary", "JOSE", "OAuth", "OAuthProviders", "OAuthServer", "OAuthSessions", "OAuthUserAgent", "OpenIDConnect",
      "PixyAccounts", "PixyConnection", "PixyTerminal", "PixyWire", "QRCode", "TokenStorage", .argumentParser, .crypto,
      .httpTypes, .logging, .systemPackage(.cli),
    ],
    "PixyTokens": [
      "FoundationBasics", "OAuth", "OAuthCore", "OAuthProviders", "OAuthSessions", "PixyAccounts", "PixyAuth",
      "PixyConnection", "PixyTerminal", "TokenStorage", .argumentParser, .httpTypes,
    ],
    "PixyHelpers": basics + [
      "CLibrary", "MCPBridge", "OAuth", "OAuthAsyncHTTPClient", "OAuthProviders", "OAuthUserAgent",
      "PixyAccounts", "PixyAuth", "PixyConnection", "PixyTerminal", "PixyWire", "TokenStorage",
      .argumentParser, .crypto, .httpTypes, .systemPackage(.cli),
    ],
    "PixyServe": basics + [
      "CLibrary", "DPoPVerification", "JOSE", "OAuthAsyncHTTPClient", "OAuthLookAlikes", "OAuthServer",
      "OAuthServerHummingbird", "OAuthServerPostgreSQL", "OAuthServerSQL", "OAuthServerSQLite", "OAuthUserAgent",
      "PixyTerminal", .argumentParser, .coreMetrics(.cli), .crypto, .httpTypes, .logging, .serviceLifecycle(.cli),
      .systemPackage(.cli),
    ],
    "PixyDemo": [
      "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthServer", "PKCE", "PixyWire", .httpTypes, .logging,
    ],
    "PixyCLI": basics + [
      "OAuth", "OAuthAsyncHTTPClient", "OAuthLookAlikes", "OAuthServer", "OAuthServerHummingbird", "OAuthUserAgent",
      "PixyAuth", "PixyConnection", "PixyDemo", "PixyHelpers", "PixyServe", "PixyTerminal", "PixyTokens",
      "ProcessCalls", .argumentParser, .httpTypes, .logging,
    ],
    "pixy": ["PixyCLI"], "pixy-demo": ["PKCE", "PixyDemo", .logging],
  ],
  tests: [
    "MCPBridgeTests": ["MCPBridge"],
    "CLITests": libraries(foundations, client, server) + [
      "PixyAccounts", "PixyAuth", "PixyCLI", "PixyConnection", "PixyDemo", "PixyHelpers", "PixyServe", "PixyTerminal",
      "PixyTokens", "PixyWire", "TestSurroundings", "pixy", "pixy-front", .argumentParser, .coreMetrics(.cli),
    ],
  ])

// Tests of several groups together, and the examples of documents, which are compiled and not run.
let across = group(
  "Across", [:],
  tests: [
    "EndToEndTests":
      ["OAuthAsyncHTTPClient", "OAuthServerHummingbird", "OAuthUserAgent", "OpenIDConnect", "session-process"],
    "ErrorTests": libraries(foundations, client, web, resource, server, testing),
    "DocumentedExamples":
      libraries(foundations, client, web, resource, server, testing) + testKit + [.hummingbirdTesting],
    "TestSurroundings": ["CLibrary"], "Evidence": [],
  ])

// Examples that are programs of this package, and the part of the app that runs on Linux.
let serving: [Target.Dependency] = ["CLibrary", .hummingbird, .logging, .nioCore(.hummingbird)]
let examples: [Target] = [
  .executableTarget(
    name: "my-google-info-web",
    dependencies: serving + ["FoundationBasics", "PixyWeb", .httpTypes, .hummingbirdCore(.hummingbird)],
    path: "Examples/MyGoogleInfoWeb", exclude: ["README.md"]),
  .executableTarget(
    name: "mcp-notes-server", dependencies: serving + ["PixyResource"], path: "Examples/MCPNotesServer",
    exclude: ["README.md"]),
  .target(
    name: "MyGoogleInfoModel", dependencies: ["PixySignIn"], path: "Examples/MyGoogleInfo/Sources/MyGoogleInfo/Model"),
]

let package = Package(
  name: "pixy",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  // A product holds every module that its user imports, also those that its targets depend on for a platform or trait.
  products: [
    .library(name: "PixySignIn", targets: ["PixySignIn"]),
    .library(name: "PixyWeb", targets: ["PixyWeb"]),
    .library(name: "OAuthWebPostgreSQL", targets: ["OAuthWebPostgreSQL"]),
    .library(name: "PixyResource", targets: ["PixyResource", "DPoPVerification"]),
    .library(name: "PixyServer", targets: ["PixyServer", "DPoPVerification"]),
    .library(name: "PixyTesting", targets: ["PixyTesting"]),
    .library(
      name: "OAuth",
      targets: [
        "GitHubAuth", "JOSE", "OAuth", "OAuthCore", "OAuthProviders", "OAuthSessions", "OAuthTransports",
        "OAuthUserAgent", "OpenIDConnect", "PKCE", "QRCode", "TokenStorage",
      ]),
    .library(name: "JOSE", targets: ["JOSE", "OAuthCore", "PKCE", "PKCS11"]),
    .library(name: "PKCE", targets: ["PKCE"]),
    .executable(name: "pixy", targets: ["pixy"]), .executable(name: "pixy-front", targets: ["pixy-front"]),
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
    ("apple/swift-asn1", "1.7.4"), ("apple/swift-crypto", "4.5.2"), ("apple/swift-http-types", "1.8.0"),
    ("apple/swift-log", "1.16.2"), ("apple/swift-system", "1.8.1"), ("apple/swift-nio", "2.101.2"),
    ("apple/swift-nio-extras", "1.35.2"), ("apple/swift-metrics", "2.13.0"), ("apple/swift-nio-ssl", "2.37.6"),
    ("swift-server/async-http-client", "1.37.0"), ("hummingbird-project/hummingbird", "2.28.1"),
    ("hummingbird-project/swift-mustache", "2.1.1"), ("swift-server/swift-service-lifecycle", "2.13.0"),
    ("groue/GRDB.swift", "7.10.0"), ("swiftlang/swift-subprocess", "1.0.2"), ("apple/swift-argument-parser", "1.8.2"),
  ].map { .package(url: "https://github.com/\($0)", from: $1) },
  targets: foundations + client + web + resource + server + testing + command + across + examples
)

// The same rules for every target. Warnings are errors only for work on this package (Makefile and .ci/run set the
// variable): another compiler's new warnings must not break a package that depends on this one.
for target in package.targets {
  target.swiftSettings =
    [.swiftLanguageMode(.v6), .strictMemorySafety()]
    + ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"].map { .enableUpcomingFeature($0) }
    + (settings[target.name] ?? [])
    + (Context.environment["PIXY_WARNINGS_AS_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : [])
  switch target.name {
  case "SQLiteAccounting": target.linkerSettings = [.linkedLibrary("sqlite3")]
  // Pages and their texts are files that the compiler puts into the program.
  case "OAuthServer": target.resources = [.embedInCode("Pages/Texts/en.json"), .embedInCode("Pages/Texts/de.json")]
  case "OAuthServerHummingbird", "OAuthWebHummingbird": target.resources = [.embedInCode("Pages/Templates")]
  #if !canImport(Darwin) && !PLAN_FOR_APPLE
  // Xcode puts an app's privacy manifest in a bundle by itself. On Linux a bundle would link all of Foundation.
  case "TokenStorage": target.exclude = ["PrivacyInfo.xcprivacy"]
  #endif
  case "JOSETests": target.resources = [.copy("Vectors")]
  case "CLITests":
    target.exclude = ["Help/Expected", "Helpers/played-imap-server", "Helpers/played-mail-server", "played-browser"]
  default: break
  }
}
