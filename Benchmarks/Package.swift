// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what is measured is built as a user of the library builds it: from outside, in release.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "pixy", path: "..", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    .target(name: "Measuring"),
    .executableTarget(
      name: "pkce-pair",
      dependencies: ["Measuring", .product(name: "PKCE", package: "pixy")]),
    .executableTarget(
      name: "pkce-pair-foundation",
      dependencies: ["Measuring", .product(name: "Crypto", package: "swift-crypto")],
      path: "peers/swift-foundation"),
  ]
)
