// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what is measured is built as a user of the library builds it: from
// outside, in release.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "pixy", path: "..", traits: ["Hummingbird", "SQLite"]),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(name: "Measuring"),
    .executableTarget(
      name: "pkce-pair",
      dependencies: ["Measuring", .product(name: "PKCE", package: "pixy")]),
    .executableTarget(
      name: "verify-jwt",
      dependencies: [
        "Measuring", .product(name: "JOSE", package: "pixy"), .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ]),
    .executableTarget(
      name: "request-callback",
      dependencies: [
        "Measuring", .product(name: "OAuth", package: "pixy"), .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .executableTarget(
      name: "token-session",
      dependencies: [
        "Measuring", .product(name: "OAuth", package: "pixy"), .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .executableTarget(
      name: "server-database",
      dependencies: [
        .product(name: "PixyServer", package: "pixy"), .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .executableTarget(
      name: "authorization-server",
      dependencies: [
        .product(name: "PixyServer", package: "pixy"), .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .executableTarget(
      name: "pkce-pair-foundation",
      dependencies: ["Measuring", .product(name: "Crypto", package: "swift-crypto")],
      path: "peers/swift-foundation"),
  ]
)
