internal import Hummingbird
internal import PixyWeb

/// The page with the user's name and picture.
struct ProfilePage: Sendable {
  private let signIn: WebSignIn
  private let template: HTMLTemplate

  init(_ signIn: WebSignIn) throws {
    self.signIn = signIn
    template = try HTMLTemplate(Self.text)
  }

  /// Returns the page. With sessions in a database, the profile is read anew: expired tokens are
  /// refreshed first. With sessions in cookies, it is the profile of the sign-in.
  func response(to session: UserSession) async throws -> Response {
    let profile = session.hasTokens ? try await session.profile() : session.user.profile
    var values: [String: Any] = [
      "name": profile.displayName, "field": FormField.name, "token": session.formToken.reveal(),
    ]
    values["picture"] = profile.picture?.text
    values["email"] = profile.email == profile.displayName ? nil : profile.email
    return signIn.page(template.html(values), imageOrigin: profile.picture?.origin)
  }

  /// `bdi` isolates the name, so that a right-to-left name can't reorder the text after it.
  private static let text = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{{name}} – My Google Info</title>
    <link rel="icon" href="/icon.svg">
    <link rel="stylesheet" href="/sign-in/style.css">
    </head>
    <body>
    <main>
    {{#picture}}
    <img class="picture" src="{{.}}" alt="Your picture" width="128" height="128" referrerpolicy="no-referrer">
    {{/picture}}
    <h1><bdi>{{name}}</bdi></h1>
    {{#email}}
    <p class="soft"><bdi>{{.}}</bdi></p>
    {{/email}}
    <form method="post" action="/sign-out">
    <input type="hidden" name="{{field}}" value="{{token}}">
    <button class="quiet">Sign out</button>
    </form>
    </main>
    </body>
    </html>

    """
}
