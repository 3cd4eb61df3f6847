import Evidence
import OAuthCore
import Testing

@testable import OAuthProviders

/// Profiles in arbitrary answers.
@Suite struct ProfileMembersTests {
  private func resource(_ provider: Provider) throws -> ProfileResource {
    guard case .resource(let resource) = provider.profile else { throw ProviderError.noDeviceGrant(provider: "") }
    return resource
  }

  @Test func `GitHub's answer is read, with members that the user left empty`() throws {
    let members = try resource(.gitHub).members
    let full: JSONValue = [
      "login": "ada", "id": 1_815, "avatar_url": "https://avatars.githubusercontent.com/u/1815?v=4",
      "name": "Ada Lovelace", "email": "ada@example.com",
    ]
    let picture = try Endpoint("https://avatars.githubusercontent.com/u/1815?v=4")
    #expect(
      members.profile(in: full)
        == Profile(id: "1815", login: "ada", name: "Ada Lovelace", picture: picture, email: "ada@example.com"))
    let sparse = members.profile(in: ["login": "ada", "id": 1_815, "name": .null, "email": .null])
    #expect(sparse == Profile(id: "1815", login: "ada"))
    #expect(sparse?.displayName == "ada")
  }

  @Test(.covers("Google: the People API"))
  func `Google's answer is read, with the primary one of each and with empty lists`() throws {
    let members = try resource(.google).members
    let profile = members.profile(in: [
      "resourceName": "people/107", "names": [["displayName": "Ada", "metadata": ["primary": true]]],
      "photos": [["url": "https://lh3.googleusercontent.com/a/1=s100", "metadata": ["primary": true]]],
      "emailAddresses": [["value": "ada@example.com", "metadata": ["primary": true, "verified": true]]],
    ])
    #expect(profile?.id == "107" && profile?.name == "Ada" && profile?.isEmailVerified == true)
    #expect(profile?.picture?.text == "https://lh3.googleusercontent.com/a/1=s100")
    for empty in [["resourceName": "people/107"], ["resourceName": "people/107", "names": [], "photos": []]]
      as [JSONValue]
    {
      #expect(members.profile(in: empty) == Profile(id: "107"))
    }
    for id in ["107", "people/", "people", "contacts/107", "people\u{2044}107", "", "xpeople/107"] {
      #expect(members.profile(in: ["resourceName": .string(id)]) == nil)
    }
  }

  @Test(.covers("Spotify: account_id is stable", "CVE-2025-65431"))
  func `Spotify's stable id comes first, and pictures may be missing`()
    throws
  {
    let members = try resource(.spotify).members
    #expect(
      members.profile(in: ["account_id": "stable", "id": "ada", "display_name": .null, "images": []])
        == Profile(id: "stable"))
    let old = members.profile(in: ["id": "ada", "images": [["url": "https://i.scdn.co/image/1", "height": 64]]])
    #expect(old?.id == "ada" && old?.picture?.text == "https://i.scdn.co/image/1")
  }

  @Test(.covers("Discord: the picture is a hash"))
  func `Discord's picture is built from ID and hash, and rejects values that lead elsewhere`() throws {
    let members = try resource(.discord).members
    let id: JSONValue = "80351110224678912"
    #expect(
      members.profile(in: ["id": id, "username": "ada", "avatar": "a_1f2e", "verified": true])?.picture?.text
        == "https://cdn.discordapp.com/avatars/80351110224678912/a_1f2e.png")
    for avatar in [.null, "", "../../x", "x?y", "@evil.example/", ["x"]] as [JSONValue] {
      let profile = members.profile(in: ["id": id, "avatar": avatar])
      #expect(profile != nil && profile?.picture == nil)
    }
  }

  @Test(.covers("Slack: a user's ID is unique only in its workspace")) func `Slack's user ID includes the workspace`()
    throws
  {
    let members = try resource(.slack).members
    #expect(
      members.profile(in: ["ok": true, "user": "ada", "team_id": "T12345", "user_id": "U1815"])
        == Profile(id: "T12345-U1815", login: "ada"))
    #expect(members.profile(in: ["ok": true, "user_id": "U1815"]) == nil)
  }

  @Test(.covers("Apple: email_verified may be a text")) func `Claims are read, even if a boolean is a text`() {
    let members = ProfileMembers.claims
    #expect(members.profile(in: ["sub": "1", "email_verified": "true"])?.isEmailVerified == true)
    #expect(members.profile(in: ["sub": "1", "email_verified": false])?.isEmailVerified == false)
    #expect(members.profile(in: ["sub": "1", "email_verified": "false"])?.isEmailVerified == false)
    for value in ["yes", "TRUE", 1, .null, []] as [JSONValue] {
      #expect(members.profile(in: ["sub": "1", "email_verified": value])?.isEmailVerified == nil)
    }
  }

  @Test(
    .covers("every provider: a user's ID"),
    arguments: [
      .null, true, .number(0.5), "", [], [:], ["1"], "a\nb", "a\u{0}", "\u{7F}", "\u{85}", "a\u{2028}b", "a\u{202E}b",
      "\u{200B}", "a\u{EFF}", "\u{E000}", .string(String(repeating: "a", count: 256)),
      .string(String(repeating: "é", count: 128)),
    ] as [JSONValue])
  func `An ID that can't name an account is no profile`(_ id: JSONValue) {
    #expect(ProfileMembers.claims.profile(in: ["sub": id, "name": "Ada"]) == nil)
  }

  @Test(
    .covers("CVE-2025-49006"), arguments: ["1", "auth0|5f7c8ec7", "ada@example.com", "Ada Lovelace", "é", "-1", "日本"])
  func `Other IDs stay unchanged, byte for byte`(_ id: String) {
    #expect(ProfileMembers.claims.profile(in: ["sub": .string(id)])?.id.utf8.elementsEqual(id.utf8) == true)
    let prefixed = ProfileMembers(id: "id", idPrefix: "people/")
    #expect(prefixed.profile(in: ["id": .string("people/" + id)])?.id.utf8.elementsEqual(id.utf8) == true)
  }

  @Test func `A combining character after the prefix doesn't merge with it`() {
    let prefixed = ProfileMembers(id: "id", idPrefix: "people/")
    #expect(prefixed.profile(in: ["id": "people/\u{301}1"])?.id.utf8.elementsEqual("\u{301}1".utf8) == true)
  }

  @Test(
    .covers("every provider: pictures"),
    arguments: [
      "http://images.example/1.png", "javascript:alert(1)", "data:image/png;base64,AA==", "//images.example/1.png",
      "https://ada:pw@images.example/1.png", "https:///1.png", "file:///etc/passwd", "1.png", "https://a b", "",
    ])
  func `A picture without an https address is treated as missing`(_ address: String) {
    let profile = ProfileMembers.claims.profile(in: ["sub": "1", "picture": .string(address)])
    #expect(profile == Profile(id: "1"))
  }

  @Test func `Members of the wrong type are treated as missing`() {
    for value in [.null, true, [], [:], ["x"], .number(0.5)] as [JSONValue] {
      #expect(
        ProfileMembers.claims.profile(in: [
          "sub": "1", "name": value, "preferred_username": value, "picture": value, "email": value,
        ]) == Profile(id: "1"))
    }
  }

  @Test func `A profile's description contains no personal data`() throws {
    let profile = Profile(id: "1815", login: "ada", name: "Ada", email: "ada@example.com")
    var dumped = ""
    dump(profile, to: &dumped)
    for text in ["\(profile)", String(reflecting: profile), dumped] {
      for secret in ["1815", "ada", "Ada"] { #expect(!text.contains(secret)) }
    }
  }
}
