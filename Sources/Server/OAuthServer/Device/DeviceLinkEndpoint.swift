internal import HTTPTypes
internal import OAuthCore

/// A page for the device itself, if it has a screen and a browser: `/device/qr?user_code=…`. It
/// shows the address to open on a telephone, as a QR code and as text (RFC 8628 §3.3.1).
///
/// The user code isn't looked up, so this page can't be used to guess codes.
struct DeviceLinkEndpoint: BrowserEndpoint {
  let core: ServerCore
  let pages: PageResponder

  var description: EndpointDescription {
    EndpointDescription(
      name: "deviceLink", paths: [issuer.pathPrefix + AuthorizationServerConfiguration.Path.deviceLink],
      methods: [.get, .head], errors: .page, allowsOtherOrigins: false,
      events: [],
      operations: [
        OpenAPIOperation(
          method: "get", summary: "Shows a device's code as a QR code", query: [.text("user_code")],
          answers: [
            200: [OpenAPIOperation.html], 400: [OpenAPIOperation.html], 404: [OpenAPIOperation.text],
            500: [OpenAPIOperation.html],
          ])
      ])
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringBrowser(exchange) {
      guard let userCode = UserCode(entered: try exchange.browserQuery().shown(PageField.userCode) ?? "") else {
        return pages.error(.missing(PageField.userCode), to: exchange)
      }
      let address = configuration.deviceVerificationEndpoint
      var parameters = FormParameters()
      parameters.append(PageField.userCode, userCode.displayText.reveal())
      let page = DeviceLinkPage(
        userCode: userCode.displayText, address: address.text, completeAddress: Secret(address.adding(parameters)))
      return try pages.answer(.deviceLink(page), to: exchange)
    }
  }
}
