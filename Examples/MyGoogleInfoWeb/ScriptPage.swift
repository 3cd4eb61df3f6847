internal import Hummingbird
internal import NIOCore
internal import PixyWeb

/// A page whose script shows the user and asks the People API for the name. The page has no token:
/// the application is its backend (RFC 10017 §6.1).
enum ScriptPage {
  /// Adds the page, its script, and the way to the API.
  ///
  /// - Throws: `WebSignInError` if requests can't be forwarded to the API.
  static func add(to router: Router<BasicSessionRequestContext>, _ signIn: WebSignIn, api: ForwardedAPI) throws {
    router.add(middleware: try ForwardingMiddleware(signIn, to: [api]))
    router.get("/script") { _, _ in
      var response = signIn.page(html)
      response.headers[.contentSecurityPolicy] =
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"
      return response
    }
    router.get("/script.js") { _, _ in
      Response(
        status: .ok,
        headers: [
          .contentType: "text/javascript; charset=utf-8", .xContentTypeOptions: "nosniff", .cacheControl: "no-cache",
        ],
        body: ResponseBody(byteBuffer: ByteBuffer(string: javaScript)))
    }
  }

  private static let html = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>My Google Info</title>
    <link rel="stylesheet" href="/sign-in/style.css">
    <script src="/script.js" defer></script>
    </head>
    <body>
    <main>
    <h1 id="name"></h1>
    <p id="end" class="soft"></p>
    <p id="answer" role="status"></p>
    <p><a id="sign-out" href="/sign-out">Sign out</a></p>
    </main>
    </body>
    </html>

    """

  private static let javaScript = """
    "use strict";
    const own = { headers: { "X-CSRF": "1" } };

    function show(id, text) {
      document.getElementById(id).textContent = text;
    }

    function signIn(path) {
      const page = new URL(path, location);
      page.searchParams.set("return", location.pathname);
      location.assign(page);
    }

    async function start() {
      const session = await (await fetch("/sign-in/session.json", own)).json();
      if (!session.signed_in) return signIn(session.sign_in);
      show("name", session.user.name ?? session.user.sub);
      show("end", "Signed in until " + new Date(Date.now() + 1000 * session.ends_in).toLocaleTimeString());
      const answer = await fetch("/api/people/me?personFields=names", own);
      const body = await answer.json();
      if (answer.status === 401) return signIn(body.sign_in);
      show("answer", answer.ok ? "The API says: " + body.names[0].displayName : "It failed: " + answer.status);
    }

    start().catch((error) => show("answer", String(error)));

    """
}
