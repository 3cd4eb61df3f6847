// swift-tools-version: 6.2
import PackageDescription

// Stand-ins for Apple's frameworks, for `make apple-check` only. README.md describes the limits of
// that check.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
]

let package = Package(
  name: "AppleStubs",
  products: [
    .library(name: "Security", targets: ["Security"]),
    .library(name: "AuthenticationServices", targets: ["AuthenticationServices"]),
    .library(name: "LocalAuthentication", targets: ["LocalAuthentication"]),
    .library(name: "SwiftUI", targets: ["SwiftUI"]),
    .library(name: "UIKit", targets: ["UIKit"]),
    .library(name: "AppKit", targets: ["AppKit"]),
  ],
  targets: [
    .target(name: "Security", swiftSettings: strict),
    .target(name: "AuthenticationServices", swiftSettings: strict),
    .target(name: "LocalAuthentication", swiftSettings: strict),
    .target(name: "SwiftUI", swiftSettings: strict),
    .target(name: "UIKit", dependencies: ["AuthenticationServices"], swiftSettings: strict),
    .target(name: "AppKit", dependencies: ["AuthenticationServices"], swiftSettings: strict),
  ]
)
