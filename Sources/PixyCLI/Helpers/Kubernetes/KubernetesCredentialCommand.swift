internal import ArgumentParser
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuth
internal import OAuthCore

/// `pixy kubernetes-credential`: a client-go credential plugin (`ExecCredential`).
struct KubernetesCredentialCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kubernetes-credential",
    abstract: "Answer kubectl: a credential plugin.",
    discussion: """
      kubectl and everything else built on client-go call it. Set it up:

        kubectl config set-credentials pixy --exec-api-version=client.authentication.k8s.io/v1 \\
          --exec-interactive-mode=Never --exec-command=pixy --exec-arg=kubernetes-credential

      It answers in the version that KUBERNETES_EXEC_INFO names, with the ID token, which clusters check with their OpenID Connect \
      settings, refreshed if less than a minute is left of it. It never asks anything, whether kubectl is interactive or not.
      """)

  @OptionGroup(title: "Account") var account: AccountOptions

  @Option(help: "Which token: id or access.")
  var token = HandedToken.Kind.id

  func run() async throws {
    let console = Console.standard
    do {
      let info = try ExecInfo(ProcessInfo.processInfo.environment[ExecInfo.variable])
      let (book, session) = try await account.session(on: console)
      let handed = try await HandedToken.get(token, of: session, in: book)
      console.result(ExecCredential(apiVersion: info.apiVersion, token: handed.token, expiresAt: handed.expiresAt).json)
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}
