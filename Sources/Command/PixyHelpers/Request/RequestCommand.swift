package import ArgumentParser
internal import HTTPTypes
internal import OAuth
internal import OAuthCore
internal import PixyAuth
package import PixyTerminal
internal import PixyWire

/// `pixy request`: sends one request with an account's bearer or DPoP token.
package struct RequestCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "request",
    abstract: "Send a request with an access token.",
    discussion: """
      Sends the request with the account's access token, refreshed first if necessary. A token bound to a key is sent \
      with a DPoP proof, any other as a bearer token. If the answer is 401, the token is refreshed and the request is \
      sent once more. The answer's body is printed on standard output unchanged. On a terminal, JSON is indented, \
      and the last line ends.

      The token is sent only to the account's own origins: the server's, those of its resources, and those given with \
      --origin. Redirects are not followed.

      Without --account, the account whose resource the URL belongs to is used, otherwise the default account.

      The exit status is 0 if the answer's status is 200 to 299, 4 if the token lacks a scope, otherwise 1. The body \
      is printed in all cases.
      """
  ).withExamples(of: "request")

  @Argument(help: ArgumentHelp("Request method, such as POST, or only the URL for GET.", valueName: "method"))
  var methodOrURL: String

  @Argument(help: ArgumentHelp("URL of the request.", valueName: "url"))
  var urlAfterMethod: String?

  private var method: String { urlAfterMethod == nil ? "GET" : methodOrURL }
  private var url: String { urlAfterMethod ?? methodOrURL }

  @OptionGroup(title: "Account") var account: AccountOptions
  @OptionGroup(title: "Account") var origins: OriginOptions

  @Flag(help: "Send the token to this URL whatever its origin. Anyone who receives a bearer token can use it.")
  var anyOrigin = false

  @Option(help: "Header field, as 'Name: value'. Repeatable.")
  var header: [RequestField] = []

  @Option(help: "Body: text, @FILE for a file's content, or - for standard input.")
  var data: RequestData?

  @Flag(name: .shortAndLong, help: "Print the answer's status and header fields before its body.")
  var include = false

  @Flag(help: "Print each step. Secrets are never printed.")
  var verbose = false

  package func validate() throws {
    guard urlAfterMethod != nil || methodOrURL.contains("://") || methodOrURL.hasPrefix("/") else {
      throw ValidationError("Give the URL after the method.")
    }
    guard HTTPRequest.Method(method) != nil else {
      throw ValidationError("\(method) is not a request method such as GET.")
    }
    if let problem = Self.problem(of: url) { throw ValidationError("The URL can't be used. \(problem)") }
    if let field = header.first(where: \.isOwn) {
      throw ValidationError("This command sets \(field.field.name) itself; leave it out.")
    }
  }

  /// Returns the reason why a text isn't the URL of a request; `nil` if it is one.
  static func problem(of url: String) -> String? {
    if url.hasPrefix("/") {
      return "It has no host: write it in full, for example https://api.example.com\(UntrustedText(url))."
    }
    // RFC 3986 §2: all other characters are percent-encoded.
    if let wrong = url.first(where: { !$0.isASCII || $0.isWhitespace }) {
      let escape = String(wrong).utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      let name = wrong == " " ? "A space" : UntrustedText(String(wrong)).description
      return "\(name) must be percent-encoded: write \(escape.joined()) (RFC 3986 §2.1)."
    }
    do {
      _ = try Endpoint(url)
      return nil
    } catch {
      return "\(error)"
    }
  }

  package func run(on console: Console) async throws {
    let target = try Endpoint(url)
    var request = target.request(HTTPRequest.Method(method) ?? .get)
    for field in header { request.headerFields.append(field.field) }
    let body = try data?.bytes() ?? []
    let directory = try await AccountDirectory.existing(account.profile)
    let session = try await account.session(
      of: try await directory.account(account.choice, requesting: target), in: directory,
      also: origins.endpoints + (anyOrigin ? [target] : []), on: console, isVerbose: verbose)
    // Resources may be larger and slower than OAuth's endpoints, so the limits are higher.
    let answer = try await session.send(
      request, body: body,
      limits: HTTPLimits(timeout: .seconds(300), answerBytes: RequestData.maximumBytes))
    if include { console.bytes(Array(Self.head(of: answer.response, isShown: Terminal.isOutput).utf8)) }
    console.bytes(Terminal.isOutput ? TerminalBody.bytes(of: answer.body) : answer.body)
    let status = answer.response.status
    guard !(200...299).contains(status.code) else { return }
    if let scopeNeeded = ScopeNeeded(answer, from: target, session.storedAccount) { throw scopeNeeded }
    console.say("pixy: \(Self.explanation(of: answer))")
    throw ExitStatus.failure
  }

  /// Returns the status line and the header fields.
  ///
  /// - Parameter isShown: Whether a terminal shows them. Its control characters, which UTF-8 has too,
  ///   are left out then.
  static func head(of response: HTTPResponse, isShown: Bool) -> String {
    let lines =
      ["HTTP \(response.status.code) \(response.status.reasonPhrase)"]
      + response.headerFields.map { "\($0.name): \($0.value)" }
    return lines.map { line in
      (isShown ? String(String.UnicodeScalarView(line.unicodeScalars.filter(\.isSafeToShow))) : line) + "\r\n"
    }.joined() + "\r\n"
  }

  private static func explanation(of answer: HTTPAnswer) -> String {
    let response = answer.response
    let message = "The server answered with status \(response.status.code)."
    if answer.rejectsToken(ifOver: { false }) { return message + " It does not accept the token." }
    return switch response.status.code {
    case 300...399:
      message
        + """
         It redirects to \(WireRedaction().address(response.headerFields[.location] ?? "nowhere")). Redirects are not \
        followed.
        """
    case 401: message + " It does not accept the token."
    case 403: message + " The token may lack a scope; `pixy status` lists its scopes."
    default: message
    }
  }
}
