// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .strictMemorySafety(), .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// `make apple-check` only: stand-ins for Apple's frameworks. Leave both variables out of an app
// that starts from this example.
let checksApple = Context.environment["PIXY_APPLE_STUBS"] != nil
let appleStubs: [Package.Dependency] = checksApple ? [.package(path: "../../AppleStubs")] : []
let standIns: [Target.Dependency] =
  checksApple
  ? ["SwiftUI", "UIKit", "AppKit", "AuthenticationServices"].map { .product(name: $0, package: "AppleStubs") } : []

let package = Package(
  name: "my-google-info",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "pixy", path: "../..", traits: [])] + appleStubs,
  targets: [
    .executableTarget(
      name: "MyGoogleInfo",
      dependencies: [
        .product(name: "OAuthCore", package: "pixy"), .product(name: "OAuthProviders", package: "pixy"),
        .product(name: "OAuthURLSession", package: "pixy"), .product(name: "OAuthUserAgent", package: "pixy"),
        .product(name: "TokenStorage", package: "pixy"),
      ] + standIns,
      swiftSettings: strict)
  ]
)
