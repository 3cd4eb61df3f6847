extension Pages {
  /// The frame of all pages.
  ///
  /// - Parameters:
  ///   - title: The title, as template text. Pass values as template variables, which are escaped.
  ///   - body: The body, as template text.
  static func document(title: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title) – My Google Info</title>
    <link rel="stylesheet" href="/style.css">
    </head>
    <body>
    <main>
    \(body)
    </main>
    </body>
    </html>

    """
  }

  static let signInBody = """
    {{#notice}}
    <p class="notice" role="status">{{.}}</p>
    {{/notice}}
    <h1>My Google Info</h1>
    <p>Sign in, and see what your Google Account shows of you: your name, your picture and your e-mail address.</p>
    <form method="post" action="/sign-in">
    <input type="hidden" name="{{field}}" value="{{token}}">
    <button>Sign in with Google</button>
    </form>
    <p class="small">You type your password at Google, never here. Google asks you first what this site may see.</p>
    """

  /// The profile page. `bdi` isolates the name, so that a right-to-left name can't reorder the text
  /// after it.
  static let profileBody = """
    {{#picture}}
    <img class="picture" src="{{picture}}" alt="Your picture" width="128" height="128" referrerpolicy="no-referrer">
    {{/picture}}
    {{^picture}}
    <div class="picture initial" aria-hidden="true">{{initial}}</div>
    {{/picture}}
    <h1><bdi>{{name}}</bdi></h1>
    {{#email}}
    <p class="soft"><bdi>{{email}}</bdi></p>
    {{/email}}
    <form method="post" action="/sign-out">
    <input type="hidden" name="{{field}}" value="{{token}}">
    <button class="quiet">Sign out</button>
    </form>
    """

  static let problemBody = """
    <h1>{{title}}</h1>
    <p role="alert">{{words}}</p>
    {{#code}}
    <p class="small">For the operator of this site: <code>{{.}}</code></p>
    {{/code}}
    <p><a href="/">Back to the start page</a></p>
    {{#form}}
    <form method="post" action="/sign-out">
    <input type="hidden" name="{{field}}" value="{{token}}">
    <button class="quiet">Sign out</button>
    </form>
    {{/form}}
    """
}
