internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The icon that browsers show in the tab: the same for all visitors, so any cache may keep it.
enum Icon {
  static var response: Response {
    Response(
      status: .ok, headers: [.contentType: "image/svg+xml", .cacheControl: "public, max-age=86400"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  private static let text = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
    <circle cx="8" cy="5" r="4"/><path d="M0 16a8 6 0 0 1 16 0z"/>
    </svg>

    """
}
