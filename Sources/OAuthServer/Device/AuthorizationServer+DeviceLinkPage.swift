internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  /// `/device/qr?user_code=…`: a page for the device itself, if it has a screen and a browser: where its person goes with a
  /// phone, as a QR code and in words (RFC 8628 §3.3.1). The code isn't looked up, so that nothing can be guessed here.
  func answerDeviceLink(_ target: RequestTarget) async throws -> HTTPAnswer {
    try await refusing {
      guard let userCode = UserCode(entered: try single(PageField.userCode, in: try query(target)) ?? "") else {
        return errorPage(.missing(PageField.userCode))
      }
      let address = configuration.deviceVerificationEndpoint
      var parameters = FormParameters()
      parameters.append(PageField.userCode, userCode.shown.reveal())
      let page = DeviceLinkPage(
        userCode: userCode.shown, address: address.text, completeAddress: Secret(address.adding(parameters)))
      return try answer(.deviceLink(page), status: .ok, answeredAt: nil)
    }
  }
}
