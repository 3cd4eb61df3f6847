// swift-tools-version: 6.2
import PackageDescription

// A separate package, because libFuzzer's targets must not be built with the library.
// `Scripts/fuzz` passes the flags that instrument all code and link libFuzzer. Without these flags
// the link fails: LLVMFuzzerRunDriver is missing.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "pixy", path: "..", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .target(name: "CLibFuzzer"),
    // Links to the parsers of the target MCPBridge, which no product offers.
    .target(
      name: "MCPMessages",
      dependencies: [
        .product(name: "OAuth", package: "pixy"), .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CLibFuzzer", "MCPMessages",
        .product(name: "OAuth", package: "pixy"),
        .product(name: "PixyServer", package: "pixy"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
