internal import ArgumentParser
internal import OAuthLookAlikes

/// The providers that `pixy serve --as` imitates.
enum LookAlikeName: String, ExpressibleByArgument, CaseIterable {
  case gitHub = "github"
  case google
  case spotify

  /// The clients that the imitation has from the start.
  var clients: [LookAlikeClient] {
    switch self {
    case .gitHub: [.gitHubOAuthApp, .gitHubApp]
    case .google: [.googleDesktop, .googleIOS, .googleWeb, .googleDevice]
    case .spotify: [.spotify]
    }
  }
}
