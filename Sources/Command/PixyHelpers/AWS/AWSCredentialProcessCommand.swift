package import ArgumentParser
internal import FoundationBasics
internal import OAuth
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import PixyAuth
internal import PixyConnection
package import PixyTerminal
internal import TokenStorage

/// `pixy aws-credential-process`: exchanges an account's ID token for temporary AWS credentials.
package struct AWSCredentialProcessCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "aws-credential-process",
    abstract: "Serve credentials to the AWS CLI and SDKs.",
    discussion: """
      The AWS CLI and SDKs call this command as their credential_process. Set it up in ~/.aws/config:

        [profile deploy]
        credential_process = pixy aws-credential-process --role-arn ARN

      ARN is the role's, such as arn:aws:iam::123456789012:role/deploy.

      The AWS Security Token Service exchanges the ID token for temporary credentials of the role \
      (AssumeRoleWithWebIdentity). In IAM, register the issuer as an OpenID Connect provider with the client ID as \
      audience. The AWS credentials are not stored: each call requests new ones. SDKs call again 15 minutes before the \
      credentials expire, so with --duration 900 they call before each request. \
      AWS_ROLE_ARN, AWS_ROLE_SESSION_NAME, AWS_REGION and AWS_DEFAULT_REGION are the defaults of the options.
      """
  ).withExamples(of: "aws-credential-process")

  @OptionGroup(title: "Account") var account: AccountOptions

  @Option(name: .customLong("role-arn"), help: "ARN of the role.")
  var role: String?

  @Option(
    name: .customLong("role-session-name"), help: "Name of the session in AWS's log. Default: the account's name.")
  var sessionName: String?

  @Option(help: "Lifetime of the credentials in seconds, 900 to 43200. A role may allow no more than an hour.")
  var duration = 3_600

  @Option(help: "AWS region whose Security Token Service is used.")
  var region: String?

  @Option(help: "URL of another Security Token Service.")
  var endpoint: String?

  @Option(help: "Token to exchange: id or access.")
  var token = HandedToken.Kind.id

  package func validate() throws {
    guard (900...43_200).contains(duration) else {
      throw ValidationError("--duration must be from 900 to 43200 seconds.")
    }
    guard sessionName?.isEmpty != true else { throw ValidationError("--role-session-name must not be empty.") }
    guard region == nil || endpoint == nil else { throw ValidationError("Give --region or --endpoint, not both.") }
    guard !(role ?? Self.environment["AWS_ROLE_ARN"] ?? "").isEmpty else {
      throw ValidationError("Give --role-arn, or set AWS_ROLE_ARN.")
    }
  }

  private static var environment: [String: String] { ProcessInfo.processInfo.environment }

  package func run(on console: Console) async throws {
    let environment = Self.environment
    let service =
      if let endpoint {
        try Endpoint(endpoint)
      } else {
        try STSRequest.endpoint(region: region ?? environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"])
      }
    let (directory, session) = try await account.session(on: console)
    let handedToken = try await HandedToken.get(token, of: session, in: directory)
    let request = STSRequest(
      endpoint: service, role: role ?? environment["AWS_ROLE_ARN"] ?? "",
      sessionName: sessionName ?? environment["AWS_ROLE_SESSION_NAME"].flatMap { $0.isEmpty ? nil : $0 }
        ?? STSRequest.sessionName(for: session.storedAccount.userName),
      seconds: duration, token: handedToken.token)
    let (head, body) = request.message()
    let answer = try await account.tracing.transport(AsyncHTTPClientTransport()).send(
      head, body: body, limits: HTTPLimits(answerBytes: XMLReader.maximumBytes))
    do {
      console.result(try AWSKeys(answer).json)
    } catch {
      throw error.withholding([handedToken.token])
    }
  }
}
