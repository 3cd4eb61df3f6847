internal import OAuthCore
internal import OAuthServer

/// The values of a page's template.
struct PageValues {
  /// The values by name, in the form that Mustache reads.
  private(set) var all: [String: Any]
  let texts: PageTexts

  /// Creates the values that every page has.
  init(_ language: MustachePages.Language) {
    texts = language.texts
    all = [
      "t": language.plain,
      "language": texts.language,
      "direction": texts.direction.rawValue,
      "field": Self.fields,
    ]
  }

  private static let fields = [
    "username": PageField.username, "password": PageField.password, "userCode": PageField.userCode,
    "decision": PageField.decision, "approve": PageField.approve, "deny": PageField.deny, "another": PageField.another,
    "newPassword": PageField.newPassword, "newPasswordAgain": PageField.newPasswordAgain,
    "endAccess": PageField.endAccess, "endSession": PageField.endSession,
  ]

  mutating func set(_ name: String, _ value: Any) {
    all[name] = value
  }

  /// Sets a text with values, for the template `phrase`.
  mutating func set(_ name: String, _ phrase: Phrase) {
    all[name] = Self.pieces(phrase)
  }

  mutating func set(_ name: String, _ key: PageText, _ values: [PagePlaceholder: String]) {
    set(name, texts.phrase(key, values))
  }

  mutating func title(_ key: PageText) {
    set("title", texts.phrase(key).description)
  }

  mutating func explanation(_ key: PageText) {
    set("explanation", texts.phrase(key).description)
  }

  mutating func hiddenFields(_ fields: [HiddenField]) {
    set("hiddenFields", fields.map { ["name": $0.name, "value": $0.value.reveal()] })
  }

  mutating func issuer(_ issuer: String) {
    set("issuer", .issuer, [.issuer: issuer])
  }

  /// - Parameter problem: The reason why the page is shown again, if it is.
  mutating func problem(_ problem: PageProblem?) {
    set("hasProblem", problem != nil)
    if let problem { set("problem", texts.phrase(problem)) }
  }

  mutating func username(_ username: String) {
    set("username", username)
    set("isUsernameKnown", !username.isEmpty)
  }

  mutating func permissions(_ permissions: [Permission], _ details: [AuthorizationDetailText]) {
    set("hasPermissions", !permissions.isEmpty)
    set("permissions", permissions.map { ["pieces": Self.pieces(texts.phrase($0))] })
    set("hasDetails", !details.isEmpty)
    set(
      "details",
      details.map { detail -> [String: Any] in
        let phrase = texts.phrase(detail)
        return ["type": detail.type, "text": phrase.description, "pieces": Self.pieces(phrase)]
      })
  }

  /// Sets the client's logo and links.
  mutating func client(_ client: ClientCard) {
    if let logo = client.links.logo { set("logo", logo) }
    set("hasClientHost", client.host != nil)
    if let host = client.host { set("clientHost", .clientHost, [.client: client.name, .address: host]) }
    let links: [(String?, PageText)] = [
      (client.links.website, .linkWebsite), (client.links.policy, .linkPolicy), (client.links.terms, .linkTerms),
    ]
    let present = links.compactMap { address, label in
      address.map { ["address": $0, "label": texts.phrase(label).description] }
    }
    set("hasLinks", !present.isEmpty)
    set("links", present)
  }

  static func pieces(_ phrase: Phrase) -> [[String: String]] {
    phrase.pieces.map {
      switch $0 {
      case .words(let text): ["words": text]
      case .value(let text): ["value": text]
      }
    }
  }
}
