internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import PKCE

/// The settings that all look-alikes have.
struct LookAlikeParts: Sendable {
  let address: LookAlikeAddress
  let clients: [LookAlikeClient]
  let user: LookAlikeUser
  let quirks: Set<LookAlikeQuirk>
  let deviceCodeLifetime: Duration
  let pages: any Pages
  let clock: WallClock
  let random: any RandomSource
  let logger: Logger
}
