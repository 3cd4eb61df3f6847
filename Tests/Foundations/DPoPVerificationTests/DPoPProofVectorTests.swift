#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import DPoPVerification
import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import Testing

/// The proofs printed in RFC 9449.
@Suite(.covers("RFC 9449 §4")) struct DPoPProofVectorTests {
  private static let key =
    "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19"

  private func checker(_ seconds: TimeInterval) -> DPoPProofChecker {
    DPoPProofChecker(
      usedTokenIDs: nil, clock: ManualClock(Date(timeIntervalSince1970: seconds)).wallClock)
  }

  @Test func `The proof of a token request is accepted (§4.1, figure 2; §5)`() throws {
    let proof =
      Self.key
      + ".eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"
    let target = DPoPTarget(.post, try Endpoint("https://server.example.com/token"))
    let checked = try checker(1_562_262_616).examine([.dpop: proof], for: target)
    #expect(checked.keyThumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    #expect(checked.tokenID == "-BwC3ESc6acc2lTc" && checked.algorithm == .es256 && checked.nonce == nil)
    #expect(checked.issuedAt == Date(timeIntervalSince1970: 1_562_262_616))
  }

  @Test func `The proof of a resource request is accepted only with its token and key (§7.1)`() throws {
    let proof =
      Self.key
      + ".eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA"
    let target = DPoPTarget(.get, try Endpoint("https://resource.example.org/protectedresource"))
    let checker = checker(1_562_262_620)
    let token = Secret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")
    _ = try checker.examine(
      [.dpop: proof], for: target, accessToken: token, boundTo: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    #expect(checker.failure([.dpop: proof], for: target, accessToken: Secret("other")) == .anotherToken)
    #expect(
      checker.failure(
        [.dpop: proof], for: target, accessToken: token, boundTo: "1ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
        == .anotherKey)
  }
}
