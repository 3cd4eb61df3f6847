// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .strictMemorySafety(), .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "my-google-info",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "pixy", path: "../..")],
  targets: [
    .executableTarget(
      name: "MyGoogleInfo",
      dependencies: [.product(name: "PixySignIn", package: "pixy")],
      swiftSettings: strict)
  ]
)
