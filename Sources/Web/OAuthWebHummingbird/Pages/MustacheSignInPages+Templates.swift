extension MustacheSignInPages {
  /// Returns the frame of all pages.
  static func document(_ body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>{{title}}</title>
    <link rel="stylesheet" href="{{styleAddress}}">
    </head>
    <body>
    <main>
    <h1>{{title}}</h1>
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
    <ul class="choices">
    {{#choices}}
    <li><a class="button" href="{{address}}">Sign in with <bdi>{{name}}</bdi></a></li>
    {{/choices}}
    </ul>
    <p class="small">You type your password there, never here.</p>
    """

  static let signOutBody = """
    <p>You are signed in as <bdi>{{name}}</bdi>.</p>
    <form method="post" action="{{address}}">
    <input type="hidden" name="{{field}}" value="{{token}}">
    <button>Sign out</button>
    </form>
    <p><a href="/">Back to the start page</a></p>
    """

  static let leavingBody = """
    <p role="status">To sign out there too, go on to <a href="{{address}}" rel="noreferrer"><bdi>{{name}}</bdi></a>.</p>
    """

  static let problemBody = """
    <p role="alert">{{words}}</p>
    {{#code}}
    <p class="small">For the operator of this site: <code>{{.}}</code></p>
    {{/code}}
    <p><a href="/">Back to the start page</a></p>
    """

  /// The style sheet. It uses the device's own fonts, and the user's own text size. The contrast is
  /// at least 4.5 to 1 in light and dark mode (WCAG 2.2, 1.4.3).
  static let style = """
    :root {
      color-scheme: light dark;
      --page: #f3f4f6; --card: #ffffff; --text: #1f2328; --soft: #57606a; --line: #8c959f;
      --accent: #0b5cad; --on-accent: #ffffff; --notice: #ddf4ff;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #0d1117; --card: #161b22; --text: #e6edf3; --soft: #9da7b3; --line: #6e7681;
        --accent: #79b8ff; --on-accent: #0d1117; --notice: #10243e;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem;
      background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
    }
    main {
      width: 100%; max-width: 26rem; padding: 2rem; overflow-wrap: anywhere; text-align: center;
      background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem;
    }
    h1 { margin: 0 0 0.75rem; font-size: 1.5rem; line-height: 1.25; }
    p { margin: 0 0 1rem; }
    form { margin: 1.5rem 0; }
    main > :last-child { margin-bottom: 0; }
    .choices { list-style: none; margin: 1.5rem 0; padding: 0; display: grid; gap: 0.75rem; }
    button, .button {
      display: inline-block; padding: 0.7rem 1.4rem; font: inherit; font-weight: 600; cursor: pointer;
      text-decoration: none; color: var(--on-accent); background: var(--accent);
      border: 1px solid var(--accent); border-radius: 0.4rem;
    }
    button.quiet { color: var(--text); background: transparent; border-color: var(--line); }
    a { color: var(--accent); }
    a.button { color: var(--on-accent); }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .notice { padding: 0.6rem 0.75rem; background: var(--notice); border-radius: 0.4rem; }
    .soft { color: var(--soft); }
    .small { color: var(--soft); font-size: 0.875rem; }
    .picture { width: 8rem; height: 8rem; margin: 0 auto 1rem; display: block; border-radius: 50%; object-fit: cover; }
    """
}
