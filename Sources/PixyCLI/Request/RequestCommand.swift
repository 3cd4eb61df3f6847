internal import ArgumentParser
internal import HTTPTypes
internal import OAuth
internal import OAuthCore

/// `pixy request`: sends one request with an account's token, bearer or DPoP.
struct RequestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "request",
    abstract: "Send a request with an access token.",
    discussion: """
      Sends the request with the account's access token, refreshed if it has to be: as a bearer token, or with a proof if it is bound to a \
      key (DPoP). If the answer is 401, the token is refreshed and the request sent once more. The answer's body goes to standard output as \
      it came.

      The token goes only to the account's own origins: the server's, those of the resources it was asked for, and those that --origin \
      named. Redirects are not followed.

      The exit status is 0 if the answer's status is 200 to 299, and 1 for any other, with the body printed all the same.
      """)

  @Argument(help: "The method, such as GET.")
  var method: String

  @Argument(help: "The address.")
  var url: String

  @OptionGroup(title: "Account") var account: AccountOptions
  @OptionGroup(title: "Account") var origins: OriginOptions

  @Flag(help: "Send the token to this address whatever its origin is. Whoever gets a bearer token can use it.")
  var anyOrigin = false

  @Option(help: "A header field, as 'Name: value'; repeat it for more.")
  var header: [RequestField] = []

  @Option(help: "The body: text, @FILE for a file's octets, or - for standard input.")
  var data: RequestData?

  @Flag(name: .shortAndLong, help: "Print the answer's status and header fields before its body.")
  var include = false

  @Flag(help: "Say what happens, step by step; never a secret.")
  var verbose = false

  func validate() throws {
    guard HTTPRequest.Method(method) != nil else { throw ValidationError("\(method) is no method, such as GET.") }
    do {
      _ = try Endpoint(url)
    } catch {
      throw ValidationError("The address can't be used. \(error)")
    }
    if let field = header.first(where: \.isCredential) {
      throw ValidationError("\(field.field.name) is what this command sets.")
    }
  }

  func run() async throws {
    let console = Console.standard
    do {
      let target = try Endpoint(url)
      var request = target.request(HTTPRequest.Method(method) ?? .get)
      for field in header { request.headerFields.append(field.field) }
      let body = try data?.octets() ?? []
      let book = try await AccountBook.existing(account.profile)
      let session = try await account.session(
        of: try await book.account(account.choice), in: book, also: origins.endpoints + (anyOrigin ? [target] : []),
        on: console, isVerbose: verbose)
      // A person who asks for a resource knows better than OAuth's endpoints how large it is.
      let answer = try await session.send(
        request, body: body,
        limits: HTTPLimits(timeout: .seconds(300), answerOctets: RequestData.maximumOctets))
      if include { console.octets(Array(Self.head(of: answer.response).utf8)) }
      console.octets(answer.body)
      let status = answer.response.status
      guard !(200...299).contains(status.code) else { return }
      console.say("pixy: \(Self.explanation(of: answer.response))")
      throw ExitStatus.failure
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }

  private static func head(of response: HTTPResponse) -> String {
    (["HTTP \(response.status.code) \(response.status.reasonPhrase)"]
      + response.headerFields.map { "\($0.name): \($0.value)" } + ["", ""]).joined(separator: "\r\n")
  }

  private static func explanation(of response: HTTPResponse) -> String {
    let said = "The answer's status is \(response.status.code)."
    return switch response.status.code {
    case 300...399:
      said
        + " Redirects are not followed; it goes to \(WireRedaction().address(response.headerFields[.location] ?? "nowhere"))."
    case 401: said + " The token is not accepted there."
    case 403: said + " The token may not be enough for it; what it is good for, `pixy status` says."
    default: said
    }
  }
}
