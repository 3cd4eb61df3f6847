// swift-tools-version: 6.2
import PackageDescription

// Every target is held to the same rules. Warnings are errors for work on this package only: Makefile
// and .ci/run set the variable. Another compiler's or SDK's new warnings must not break a package that
// depends on this one.
let warningsAreErrors = Context.environment["PIXY_WARNINGS_AS_ERRORS"] == "1"
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

// The plugin that `make docs` uses.
let documentation: [Package.Dependency] =
  Context.environment["PIXY_DOCS"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

// The platforms that a trait's packages are for. On the others the trait adds nothing. Each product
// names its platforms itself: Swift Build, the build system in Xcode, drops the condition of a target
// for the products below that target. A part of a target is behind `#if` with the name defined here,
// not behind the trait's name.
//
// A program can listen on the loopback interface and start a browser. Apps on other platforms show a
// browser sheet, and swift-subprocess doesn't build there.
let loopbackPlatforms: [Platform] = [.macOS, .linux]
let loopback: TargetDependencyCondition? = .when(platforms: loopbackPlatforms, traits: ["Loopback"])
let loopbackCode: SwiftSetting = .define("LOOPBACK", .when(platforms: loopbackPlatforms, traits: ["Loopback"]))
// AsyncHTTPClient is for servers and commands, and it is PixySignIn's HTTP client on Linux. On Apple's
// systems that is URLSession.
let asyncHTTPClient: TargetDependencyCondition? = .when(platforms: [.macOS, .linux], traits: ["AsyncHTTPClient"])
let asyncHTTPClientOnLinux: TargetDependencyCondition? = .when(platforms: [.linux], traits: ["AsyncHTTPClient"])
let asyncHTTPClientCode: SwiftSetting = .define(
  "ASYNC_HTTP_CLIENT", .when(platforms: [.linux], traits: ["AsyncHTTPClient"]))
let urlSessionPlatforms: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]
let urlSessionCode: SwiftSetting = .define("URL_SESSION", .when(platforms: urlSessionPlatforms))
// Hummingbird builds for every platform of this package but watchOS.
let hummingbirdPlatforms: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .visionOS, .linux]
let hummingbird: TargetDependencyCondition? = .when(platforms: hummingbirdPlatforms, traits: ["Hummingbird"])
let hummingbirdCode: SwiftSetting = .define(
  "HUMMINGBIRD", .when(platforms: hummingbirdPlatforms, traits: ["Hummingbird"]))

let package = Package(
  name: "pixy",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "PixySignIn", targets: ["PixySignIn"]),
    .library(name: "PKCE", targets: ["PKCE"]),
    .library(name: "OAuthCore", targets: ["OAuthCore"]),
    .library(name: "JOSE", targets: ["JOSE"]),
    .library(name: "PKCS11", targets: ["PKCS11"]),
    .library(name: "OAuth", targets: ["OAuth"]),
    .library(name: "OpenIDConnect", targets: ["OpenIDConnect"]),
    .library(name: "TokenStorage", targets: ["TokenStorage"]),
    .library(name: "OAuthProviders", targets: ["OAuthProviders"]),
    .library(name: "OAuthAsyncHTTPClient", targets: ["OAuthAsyncHTTPClient"]),
    .library(name: "OAuthURLSession", targets: ["OAuthURLSession"]),
    .library(name: "OAuthUserAgent", targets: ["OAuthUserAgent"]),
    .library(name: "QRCode", targets: ["QRCode"]),
    .library(name: "DPoPVerification", targets: ["DPoPVerification"]),
    .library(name: "OAuthResourceServer", targets: ["OAuthResourceServer"]),
    .library(name: "OAuthResourceServerHummingbird", targets: ["OAuthResourceServerHummingbird"]),
    .library(name: "OAuthWebSessions", targets: ["OAuthWebSessions"]),
    .library(name: "OAuthWebHummingbird", targets: ["OAuthWebHummingbird"]),
    .library(name: "OAuthWebSQLite", targets: ["OAuthWebSQLite"]),
    .library(name: "OAuthServer", targets: ["OAuthServer"]),
    .library(name: "OAuthServerHummingbird", targets: ["OAuthServerHummingbird"]),
    .library(name: "OAuthServerSQLite", targets: ["OAuthServerSQLite"]),
    .library(name: "OAuthServerPostgreSQL", targets: ["OAuthServerPostgreSQL"]),
    .library(name: "OAuthLookAlikes", targets: ["OAuthLookAlikes"]),
    .library(name: "OAuthTestSupport", targets: ["OAuthTestSupport"]),
    .executable(name: "pixy", targets: ["pixy"]),
    .executable(name: "pixy-front", targets: ["pixy-front"]),
  ],
  traits: [
    .trait(name: "AsyncHTTPClient", description: "OAuthAsyncHTTPClient: the HTTP transport for Linux and servers."),
    .trait(
      name: "Loopback", description: "OAuthUserAgent on macOS and Linux: the loopback listener and the system browser."),
    .trait(
      name: "Hummingbird",
      description: "The authorization server on a port, with its pages, and middleware that checks access tokens."),
    .trait(name: "SQLite", description: "OAuthServerSQLite: the authorization server's stores in one SQLite file."),
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
  ] + documentation,
  targets: [
    .target(name: "FoundationBasics", swiftSettings: strict),
    .target(name: "CLibrary", swiftSettings: strict),
    .target(
      name: "PKCE",
      dependencies: [
        "CLibrary", "FoundationBasics",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: strict),
    .target(
      name: "OAuthCore",
      dependencies: [
        "FoundationBasics", "PKCE",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: strict),
    .target(
      name: "MCPBridge",
      dependencies: [
        "FoundationBasics", "OAuthCore",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: strict),
    .target(
      name: "JOSE",
      dependencies: [
        "CLibrary", "FoundationBasics", "OAuthCore", "PKCE",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
      ],
      swiftSettings: strict),
    .target(
      name: "PKCS11",
      dependencies: [
        "CLibrary", "JOSE", "OAuthCore", "PKCE",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: strict),
    .target(
      name: "TokenStorage",
      dependencies: [
        "CLibrary", "FoundationBasics", "OAuthCore", "PKCE",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "OAuth",
      dependencies: [
        "FoundationBasics", "JOSE", "OAuthCore", "PKCE", "TokenStorage",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(
      name: "OpenIDConnect",
      dependencies: [
        "FoundationBasics", "JOSE", "OAuth", "OAuthCore", "PKCE",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: strict),
    .target(
      name: "OAuthProviders",
      dependencies: [
        "FoundationBasics", "JOSE", "OAuth", "OAuthCore", "OAuthUserAgent", "OpenIDConnect", "PKCE", "TokenStorage",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(
      name: "PixySignIn",
      dependencies: [
        "OAuth", "OAuthCore", "OAuthProviders", "OAuthUserAgent", "TokenStorage",
        .target(name: "OAuthAsyncHTTPClient", condition: asyncHTTPClientOnLinux),
        .target(name: "OAuthURLSession", condition: .when(platforms: urlSessionPlatforms)),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: strict + [asyncHTTPClientCode, urlSessionCode, loopbackCode]),
    .target(
      name: "OAuthAsyncHTTPClient",
      dependencies: [
        "CLibrary", "FoundationBasics", "OAuthCore",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: asyncHTTPClient),
        .product(name: "NIOCore", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOPosix", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: asyncHTTPClient),
      ],
      swiftSettings: strict),
    .target(
      name: "OAuthURLSession",
      dependencies: ["OAuth", "OAuthCore", .product(name: "HTTPTypes", package: "swift-http-types")],
      swiftSettings: strict),
    .target(
      name: "OAuthUserAgent",
      dependencies: [
        "FoundationBasics", "OAuth", "OAuthCore",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: loopback),
        .product(name: "NIOCore", package: "swift-nio", condition: loopback),
        .product(name: "NIOPosix", package: "swift-nio", condition: loopback),
        .product(name: "Subprocess", package: "swift-subprocess", condition: loopback),
        .product(name: "SystemPackage", package: "swift-system", condition: loopback),
      ],
      swiftSettings: strict + [loopbackCode]),
    .target(name: "QRCode", swiftSettings: strict),
    .target(
      name: "DPoPVerification",
      dependencies: [
        "FoundationBasics", "JOSE", "OAuthCore", "PKCE",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: strict),
    .target(
      name: "OAuthResourceServer",
      dependencies: [
        "DPoPVerification", "FoundationBasics", "JOSE", "OAuth", "OAuthCore", "PKCE",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(
      name: "OAuthResourceServerHummingbird",
      dependencies: [
        "OAuthCore", "OAuthResourceServer",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird", condition: hummingbird),
        .product(name: "NIOCore", package: "swift-nio", condition: hummingbird),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: hummingbird),
      ],
      swiftSettings: strict),
    .target(
      name: "OAuthWebSessions",
      dependencies: [
        "FoundationBasics", "OAuth", "OAuthCore", "OAuthProviders", "PKCE", "TokenStorage",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: strict),
    .target(
      name: "OAuthWebHummingbird",
      dependencies: [
        "OAuth", "OAuthCore", "OAuthProviders", "OAuthWebSessions", "OpenIDConnect", "PKCE", "TokenStorage",
        .target(name: "HTMLTemplates", condition: hummingbird),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Hummingbird", package: "hummingbird", condition: hummingbird),
        .product(name: "Mustache", package: "swift-mustache", condition: hummingbird),
        .product(name: "NIOCore", package: "swift-nio", condition: hummingbird),
      ],
      swiftSettings: strict),
    .target(
      name: "OAuthWebSQLite",
      dependencies: [
        "FoundationBasics", "OAuthCore", "OAuthWebSessions",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
        .product(name: "SystemPackage", package: "swift-system", condition: .when(traits: ["SQLite"])),
      ],
      swiftSettings: strict),
    .target(
      name: "HTMLTemplates",
      dependencies: [
        .product(name: "Mustache", package: "swift-mustache", condition: hummingbird)
      ],
      swiftSettings: strict),
    .target(
      name: "OAuthServer",
      dependencies: [
        "DPoPVerification", "FoundationBasics", "JOSE", "OAuthCore", "PKCE",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(
      name: "OAuthServerHummingbird",
      dependencies: [
        "CLibrary", "FoundationBasics", "OAuthCore", "OAuthServer", "QRCode",
        .target(name: "HTMLTemplates", condition: hummingbird),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: hummingbird),
        .product(name: "HummingbirdTLS", package: "hummingbird", condition: hummingbird),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: hummingbird),
        .product(name: "Metrics", package: "swift-metrics", condition: hummingbird),
        .product(name: "Mustache", package: "swift-mustache", condition: hummingbird),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: hummingbird),
        .product(name: "NIOCore", package: "swift-nio", condition: hummingbird),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: hummingbird),
        .product(name: "NIOPosix", package: "swift-nio", condition: hummingbird),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: hummingbird),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: hummingbird),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: hummingbird),
      ],
      swiftSettings: strict),
    .target(
      name: "OAuthServerSQL",
      dependencies: ["FoundationBasics", "JOSE", "OAuthCore", "OAuthServer", "PKCE"],
      swiftSettings: strict),
    .target(
      name: "OAuthServerSQLite",
      dependencies: [
        "CLibrary", "FoundationBasics", "OAuthCore", "OAuthServer", "OAuthServerSQL",
        .target(name: "SQLiteAccounting", condition: .when(traits: ["SQLite"])),
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
        .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
        .product(name: "SystemPackage", package: "swift-system", condition: .when(traits: ["SQLite"])),
      ],
      swiftSettings: strict),
    .target(
      name: "OAuthServerPostgreSQL",
      dependencies: ["CLibrary", "FoundationBasics", "OAuthCore", "OAuthServer", "OAuthServerSQL"],
      swiftSettings: strict),
    .target(name: "SQLiteAccounting", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "OAuthLookAlikes",
      dependencies: [
        "FoundationBasics", "JOSE", "OAuthCore", "OAuthServer", "PKCE",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(
      name: "OAuthTestSupport",
      dependencies: [
        "DPoPVerification", "FoundationBasics", "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthServer",
        "OAuthWebSessions", "PKCE",
        "TokenStorage",
        .target(name: "OAuthServerHummingbird", condition: hummingbird),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio", condition: hummingbird),
        .product(name: "NIOPosix", package: "swift-nio", condition: hummingbird),
      ],
      swiftSettings: strict + [hummingbirdCode]),
    .target(
      name: "PixyCLI",
      dependencies: [
        "CLibrary", "DPoPVerification", "FoundationBasics", "JOSE", "MCPBridge", "OAuth", "OAuthAsyncHTTPClient",
        "OAuthCore", "OAuthLookAlikes", "OAuthProviders", "OAuthServer", "OAuthServerHummingbird",
        "OAuthServerPostgreSQL", "OAuthServerSQL", "OAuthServerSQLite", "OAuthUserAgent", "OpenIDConnect", "PKCE",
        "PixyAccounts",
        "ProcessProtection", "QRCode", "TokenStorage",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["CLI"])),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["CLI"])),
        .product(name: "SystemPackage", package: "swift-system", condition: .when(traits: ["CLI"])),
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CLI"])),
      ],
      swiftSettings: strict),
    .executableTarget(name: "pixy", dependencies: ["PixyCLI"], swiftSettings: strict),
    .target(name: "ProcessProtection"),
    .target(
      name: "PixyAccounts",
      dependencies: [
        "FoundationBasics", "OAuthCore", "TokenStorage",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "pixy-front",
      dependencies: [
        "CLibrary", "FoundationBasics", "OAuthCore", "PixyAccounts", "ProcessProtection", "TokenStorage",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/PixyFront",
      swiftSettings: strict),
    .executableTarget(
      name: "my-google-info-web",
      dependencies: [
        "CLibrary", "FoundationBasics", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthProviders",
        "OAuthWebHummingbird", "OAuthWebSQLite", "OAuthWebSessions",
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Hummingbird"])),
      ],
      path: "Examples/MyGoogleInfoWeb",
      exclude: ["README.md"],
      swiftSettings: strict),
    .executableTarget(
      name: "mcp-notes-server",
      dependencies: [
        "CLibrary", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthResourceServer", "OAuthResourceServerHummingbird",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Hummingbird"])),
      ],
      path: "Examples/MCPNotesServer",
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(name: "TestCertificates", path: "Tests/TestCertificates", swiftSettings: strict),
    // The examples of doc comments and articles. They are compiled, and neither linked nor run.
    .target(
      name: "DocumentedExamples",
      dependencies: [
        "DPoPVerification", "JOSE", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthLookAlikes", "OAuthProviders",
        "OAuthResourceServer", "OAuthResourceServerHummingbird", "OAuthServer", "OAuthServerHummingbird",
        "OAuthServerPostgreSQL", "OAuthServerSQLite", "OAuthTestSupport", "OAuthURLSession", "OAuthUserAgent",
        "OAuthWebHummingbird",
        "OAuthWebSQLite", "OAuthWebSessions", "OpenIDConnect", "PKCE", "PKCS11", "QRCode", "TokenStorage",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird", condition: hummingbird),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio", condition: hummingbird),
      ],
      path: "Tests/DocumentedExamples",
      swiftSettings: strict),
    .testTarget(
      name: "PKCETests",
      dependencies: ["PKCE", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthCoreTests",
      dependencies: ["OAuthCore", "OAuthTestSupport", .product(name: "HTTPTypes", package: "swift-http-types")],
      swiftSettings: strict),
    .testTarget(
      name: "MCPBridgeTests",
      dependencies: ["MCPBridge", "OAuthCore", .product(name: "HTTPTypes", package: "swift-http-types")],
      swiftSettings: strict),
    .testTarget(
      name: "JOSETests",
      dependencies: [
        "JOSE", "OAuthCore", "OAuthTestSupport", "PKCE",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      resources: [.copy("Vectors")],
      swiftSettings: strict),
    .executableTarget(
      name: "jose-process",
      dependencies: ["JOSE", "OAuthCore", "PKCE"],
      path: "Tests/JOSEProcess",
      swiftSettings: strict),
    .executableTarget(
      name: "store-process",
      dependencies: ["OAuthCore", "TokenStorage"],
      path: "Tests/StoreProcess",
      swiftSettings: strict),
    .testTarget(
      name: "TokenStorageTests",
      dependencies: [
        "store-process",
        "OAuthCore", "OAuthTestSupport", "PKCE", "TokenStorage",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Subprocess", package: "swift-subprocess", condition: .when(traits: ["CLI"])),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PKCS11Tests",
      dependencies: [
        "JOSE", "OAuth", "OAuthCore", "OAuthTestSupport", "PKCS11",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OpenIDConnectTests",
      dependencies: [
        "JOSE", "OAuth", "OAuthCore", "OAuthTestSupport", "OpenIDConnect", "PKCE", "TokenStorage",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthAsyncHTTPClientTests",
      dependencies: [
        "OAuthAsyncHTTPClient", "OAuthCore", "OAuthTestSupport", "TestCertificates",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["AsyncHTTPClient"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthURLSessionTests",
      dependencies: [
        "OAuth", "OAuthCore", "OAuthTestSupport", "OAuthURLSession", "TokenStorage",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthUserAgentTests",
      dependencies: [
        "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthTestSupport", "OAuthUserAgent",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Loopback", "Hummingbird"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Loopback", "Hummingbird"])),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "session-process",
      dependencies: ["OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "TokenStorage"],
      path: "Tests/SessionProcess",
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "JOSE", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthServer", "OAuthServerHummingbird",
        "OAuthLookAlikes", "OAuthTestSupport", "OAuthUserAgent", "OpenIDConnect", "PKCE", "TokenStorage",
        "session-process",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Hummingbird"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Hummingbird"])),
        .product(name: "Subprocess", package: "swift-subprocess", condition: .when(traits: ["CLI"])),
        .product(name: "SystemPackage", package: "swift-system", condition: .when(traits: ["CLI"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "DPoPVerification", "JOSE", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthServer",
        "OAuthServerHummingbird", "OAuthServerPostgreSQL",
        "OAuthLookAlikes", "OAuthProviders", "OAuthServerSQLite", "OAuthTestSupport", "OAuthUserAgent",
        "OpenIDConnect", "PKCE", "PixyAccounts", "PixyCLI", "TestCertificates", "TokenStorage", "pixy", "pixy-front",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CLI"])),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["CLI"])),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Subprocess", package: "swift-subprocess", condition: .when(traits: ["CLI"])),
        .product(name: "SystemPackage", package: "swift-system", condition: .when(traits: ["CLI"])),
      ],
      exclude: ["Help/Expected", "Helpers/played-imap-server", "Helpers/played-mail-server", "played-browser"],
      swiftSettings: strict),
    .testTarget(
      name: "ErrorTests",
      dependencies: [
        "DPoPVerification", "JOSE", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthLookAlikes", "OAuthProviders",
        "OAuthResourceServer", "OAuthResourceServerHummingbird", "OAuthServer", "OAuthServerHummingbird",
        "OAuthServerSQLite", "OAuthTestSupport", "OAuthUserAgent", "OAuthWebHummingbird", "OAuthWebSQLite",
        "OAuthWebSessions", "OpenIDConnect", "PKCE", "PKCS11", "TokenStorage",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MyGoogleInfoWebTests",
      dependencies: ["my-google-info-web", "OAuth", "OAuthCore", "OAuthProviders"],
      swiftSettings: strict),
    .testTarget(
      name: "MCPNotesServerTests",
      dependencies: [
        "mcp-notes-server", "OAuth", "OAuthCore", "OAuthResourceServerHummingbird", "OAuthServer", "OAuthTestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
        .product(name: "HummingbirdTesting", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Hummingbird"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthWebSessionsTests",
      dependencies: [
        "OAuth", "OAuthCore", "OAuthProviders", "OAuthTestSupport", "OAuthWebSessions", "PKCE", "TokenStorage",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthWebSQLiteTests",
      dependencies: ["OAuthCore", "OAuthTestSupport", "OAuthWebSQLite", "OAuthWebSessions"],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthWebHummingbirdTests",
      dependencies: [
        "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthProviders", "OAuthServer", "OAuthTestSupport",
        "OAuthWebHummingbird", "OAuthWebSessions", "PKCE",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
        .product(name: "HummingbirdTesting", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Hummingbird"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DPoPVerificationTests",
      dependencies: [
        "DPoPVerification", "JOSE", "OAuth", "OAuthCore", "OAuthTestSupport", "PKCE",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthResourceServerTests",
      dependencies: [
        "DPoPVerification", "JOSE", "OAuth", "OAuthCore", "OAuthResourceServer", "OAuthTestSupport", "PKCE",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthResourceServerHummingbirdTests",
      dependencies: [
        "DPoPVerification", "JOSE", "OAuth", "OAuthCore", "OAuthResourceServer", "OAuthResourceServerHummingbird",
        "OAuthLookAlikes", "OAuthServer", "OAuthTestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
        .product(name: "HummingbirdTesting", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Hummingbird"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthServerTests",
      dependencies: [
        "DPoPVerification", "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthServer", "OAuthServerPostgreSQL",
        "OAuthServerSQL", "OAuthTestSupport", "OpenIDConnect", "PKCE",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "server-process",
      dependencies: [
        "OAuthCore", "OAuthLookAlikes", "OAuthServer", "OAuthServerSQLite", "PKCE",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/ServerProcess",
      swiftSettings: strict),
    .testTarget(
      name: "OAuthServerPostgreSQLTests",
      dependencies: [
        "OAuthCore", "OAuthServer", "OAuthServerPostgreSQL", "OAuthServerSQL", "OAuthServerSQLite", "OAuthTestSupport",
        "PKCE",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthServerSQLiteTests",
      dependencies: [
        "OAuthCore", "OAuthLookAlikes", "OAuthServer", "OAuthServerSQL", "OAuthServerSQLite", "OAuthTestSupport",
        "PKCE", "server-process",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Subprocess", package: "swift-subprocess", condition: .when(traits: ["CLI"])),
        .product(name: "SystemPackage", package: "swift-system", condition: .when(traits: ["CLI"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "QRCodeTests",
      dependencies: [
        "QRCode",
        .product(name: "Subprocess", package: "swift-subprocess", condition: .when(traits: ["CLI"])),
        .product(name: "SystemPackage", package: "swift-system", condition: .when(traits: ["CLI"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthServerHummingbirdTests",
      dependencies: [
        "JOSE", "OAuth", "OAuthAsyncHTTPClient", "OAuthCore", "OAuthResourceServer", "OAuthResourceServerHummingbird",
        "OAuthLookAlikes", "OAuthServer", "OAuthServerHummingbird", "OAuthTestSupport", "PKCE",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
        .product(name: "HummingbirdTLS", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Hummingbird"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Loopback", "Hummingbird"])),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["Loopback", "Hummingbird"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Loopback", "Hummingbird"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Hummingbird"])),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Hummingbird"])),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "sign-in-process",
      dependencies: ["PixySignIn"],
      path: "Tests/SignInProcess",
      swiftSettings: strict),
    .testTarget(
      name: "PixySignInTests",
      dependencies: [
        "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthProviders", "OAuthServerHummingbird", "OAuthTestSupport",
        "OAuthUserAgent", "PixySignIn", "TokenStorage", "sign-in-process",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Subprocess", package: "swift-subprocess", condition: .when(traits: ["CLI"])),
        .product(name: "SystemPackage", package: "swift-system", condition: .when(traits: ["CLI"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthProvidersTests",
      dependencies: [
        "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthProviders", "OAuthTestSupport", "OAuthUserAgent",
        "OpenIDConnect", "PKCE", "TokenStorage",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OAuthTests",
      dependencies: [
        "JOSE", "OAuth", "OAuthCore", "OAuthLookAlikes", "OAuthServer", "OAuthTestSupport", "PKCE", "TokenStorage",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
  ]
)
