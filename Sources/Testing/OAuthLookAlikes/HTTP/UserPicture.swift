internal import HTTPTypes
internal import OAuthCore

/// The user's profile picture: a drawn head on a coloured ground, as SVG without text and script.
enum UserPicture {
  static let answer = HTTPAnswer(
    HTTPResponse(
      status: .ok,
      headerFields: [
        .contentType: "image/svg+xml", .cacheControl: "public, max-age=300", .xContentTypeOptions: "nosniff",
        .contentSecurityPolicy: "default-src 'none'",
      ]),
    body: Array(drawing.utf8))

  private static let drawing = """
    <svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">\
    <rect width="256" height="256" fill="#3b5b92"/><circle cx="128" cy="100" r="52" fill="#f3d9c2"/>\
    <path d="M28 256c0-62 44-92 100-92s100 30 100 92z" fill="#f2b134"/></svg>
    """
}
