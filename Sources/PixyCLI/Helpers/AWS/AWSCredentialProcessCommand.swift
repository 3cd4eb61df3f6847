internal import ArgumentParser
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuth
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import TokenStorage

/// `pixy aws-credential-process`: changes an account's ID token for keys of AWS.
struct AWSCredentialProcessCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "aws-credential-process",
    abstract: "Answer the AWS command line and SDKs: credential_process.",
    discussion: """
      They call it. Set it up in ~/.aws/config:

        [profile deploy]
        credential_process = pixy aws-credential-process --role-arn arn:aws:iam::123456789012:role/deploy

      The Security Token Service gives keys of the role for the ID token (AssumeRoleWithWebIdentity); IAM has to know the issuer as an \
      OpenID Connect provider, with the client id as its audience. Nothing of AWS is kept: each call asks the service, and SDKs ask again when \
      the keys end. AWS_ROLE_ARN, AWS_ROLE_SESSION_NAME, AWS_REGION and AWS_DEFAULT_REGION say what isn't given.
      """)

  @OptionGroup(title: "Account") var account: AccountOptions

  @Option(name: .customLong("role-arn"), help: "The role.")
  var role: String?

  @Option(
    name: .customLong("role-session-name"), help: "What AWS's log calls the session; otherwise the account's name.")
  var sessionName: String?

  @Option(help: "How many seconds the keys are to be good for, 900 to 43200.")
  var duration: Int?

  @Option(help: "The region whose service is asked.")
  var region: String?

  @Option(help: "The service's address, where it isn't AWS's own.")
  var endpoint: String?

  @Option(help: "Which token: id or access.")
  var token = HandedToken.Kind.id

  func validate() throws {
    guard duration.map({ (900...43_200).contains($0) }) ?? true else {
      throw ValidationError("--duration is from 900 to 43200 seconds.")
    }
    guard sessionName?.isEmpty != true else { throw ValidationError("--role-session-name is empty.") }
    guard region == nil || endpoint == nil else { throw ValidationError("Give --region or --endpoint, not both.") }
    guard !(role ?? Self.environment["AWS_ROLE_ARN"] ?? "").isEmpty else {
      throw ValidationError("Give --role-arn, or set AWS_ROLE_ARN.")
    }
  }

  private static var environment: [String: String] { ProcessInfo.processInfo.environment }

  func run() async throws {
    let console = Console.standard
    do {
      let environment = Self.environment
      let service =
        if let endpoint {
          try Endpoint(endpoint)
        } else {
          try STSRequest.endpoint(region: region ?? environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"])
        }
      let (book, session) = try await account.session(on: console)
      let handed = try await HandedToken.get(token, of: session, in: book)
      let request = STSRequest(
        endpoint: service, role: role ?? environment["AWS_ROLE_ARN"] ?? "",
        sessionName: sessionName ?? environment["AWS_ROLE_SESSION_NAME"].flatMap { $0.isEmpty ? nil : $0 }
          ?? STSRequest.sessionName(for: session.kept.account.name),
        seconds: duration, token: handed.token)
      let (head, body) = request.message()
      let answer = try await account.tracing.transport(AsyncHTTPClientTransport()).send(
        head, body: body, limits: HTTPLimits(answerOctets: XMLReader.maximumOctets))
      do {
        console.result(try AWSKeys(answer).json)
      } catch {
        throw error.withholding([handed.token])
      }
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}
