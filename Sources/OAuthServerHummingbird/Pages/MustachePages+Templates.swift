#if Hummingbird
extension MustachePages {
  /// The frame that all pages share.
  /// - Parameters: both are template text, never values.
  static func document(title: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>\(title)</title>
    <style>\(style)</style>
    </head>
    <body>
    <main>
    \(body)
    </main>
    </body>
    </html>

    """
  }

  /// The approving button comes first: Return in a field presses it. The other one skips the check that both fields are
  /// filled in. Names are set apart with `bdi`, so that one written from right to left can't reorder the sentence.
  static let signInBody = """
    <h1>Sign in</h1>
    <p class="lead"><strong><bdi>{{clientName}}</bdi></strong> \
    {{#hasPermissions}}asks to:{{/hasPermissions}}{{^hasPermissions}}asks who you are.{{/hasPermissions}}</p>
    {{#hasPermissions}}
    <ul>
    {{#permissions}}
    <li><bdi>{{.}}</bdi></li>
    {{/permissions}}
    </ul>
    {{/hasPermissions}}
    {{#problem}}
    <p class="problem" role="alert" id="problem">{{.}}</p>
    {{/problem}}
    <form method="post" action="{{action}}">
    {{#hiddenFields}}
    <input type="hidden" name="{{name}}" value="{{value}}">
    {{/hiddenFields}}
    <label for="username">User name</label>
    <input id="username" name="{{usernameField}}" type="text" value="{{username}}" autocomplete="username" \
    autocapitalize="none" autocorrect="off" spellcheck="false" required\
    {{^isUsernameKnown}} autofocus{{/isUsernameKnown}}>
    <label for="password">Password</label>
    <input id="password" name="{{passwordField}}" type="password" autocomplete="current-password" required\
    {{#problem}} aria-invalid="true" aria-describedby="problem"{{/problem}}\
    {{#isUsernameKnown}} autofocus{{/isUsernameKnown}}>
    <div class="buttons">
    <button name="{{decisionField}}" value="{{approve}}">Sign in and allow</button>
    <button name="{{decisionField}}" value="{{deny}}" class="quiet" formnovalidate>Cancel</button>
    </div>
    </form>
    <p class="small">Afterwards you go to <bdi>{{destination}}</bdi>. If you did not come from \
    <bdi>{{clientName}}</bdi>, cancel.</p>
    <p class="small">This is <bdi>{{issuer}}</bdi>. Type your password only if your browser shows this address.</p>
    """

  static let errorBody = """
    <h1>{{title}}</h1>
    <p role="alert">{{explanation}}</p>
    <p class="small">For the developer: {{detail}}</p>
    """
}
#endif
