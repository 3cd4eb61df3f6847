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

  /// What every form has by which a person signs in and decides. The approving button comes first: Return in a field presses
  /// it. The other one skips the check that both fields are filled in.
  private static let signInFields = """
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
    """

  /// Names are set apart with `bdi`, so that one written from right to left can't reorder the sentence.
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
    \(signInFields)
    </form>
    <p class="small">Afterwards you go to <bdi>{{destination}}</bdi>. If you did not come from \
    <bdi>{{clientName}}</bdi>, cancel.</p>
    <p class="small">This is <bdi>{{issuer}}</bdi>. Type your password only if your browser shows this address.</p>
    """

  /// A code that came with a link is shown in the field and sent by the person alone (RFC 8628 §3.3.1). Spaces and dashes
  /// don't matter, and small letters neither: the field asks for nothing but some text.
  static let userCodeBody = """
    <h1>Connect a device</h1>
    <p>{{#isCodeKnown}}Does your device show this code?{{/isCodeKnown}}\
    {{^isCodeKnown}}Enter the code that your device shows.{{/isCodeKnown}}</p>
    {{#problem}}
    <p class="problem" role="alert" id="problem">{{.}}</p>
    {{/problem}}
    <form method="post" action="{{action}}">
    <label for="user-code">Code</label>
    <input id="user-code" class="code" name="{{userCodeField}}" type="text" value="{{userCode}}" autocomplete="off" \
    autocapitalize="characters" autocorrect="off" spellcheck="false" maxlength="64" required\
    {{#problem}} aria-invalid="true" aria-describedby="problem"{{/problem}} autofocus>
    <div class="buttons">
    <button>Continue</button>
    </div>
    </form>
    <p class="small">Go on only if you hold the device yourself. If somebody sent you this code or this link, close the \
    page: they would get into your account.</p>
    <p class="small">This is <bdi>{{issuer}}</bdi>.</p>
    """

  /// The code is shown once more, next to the decision, to be compared (RFC 8628 §5.4).
  static let deviceSignInBody = """
    <h1>Connect a device</h1>
    <p class="lead">A device with <strong><bdi>{{clientName}}</bdi></strong> \
    {{#hasPermissions}}asks to:{{/hasPermissions}}{{^hasPermissions}}asks who you are.{{/hasPermissions}}</p>
    {{#hasPermissions}}
    <ul>
    {{#permissions}}
    <li><bdi>{{.}}</bdi></li>
    {{/permissions}}
    </ul>
    {{/hasPermissions}}
    <p>Your device must show this code now:</p>
    <p class="code">{{userCode}}</p>
    {{#problem}}
    <p class="problem" role="alert" id="problem">{{.}}</p>
    {{/problem}}
    <form method="post" action="{{action}}">
    <input type="hidden" name="{{userCodeField}}" value="{{userCode}}">
    \(signInFields)
    </form>
    <p class="small">If you don't see the code on a device of your own, or somebody sent it to you, cancel.</p>
    <p class="small">This is <bdi>{{issuer}}</bdi>. Type your password only if your browser shows this address.</p>
    """

  static let deviceDoneBody = """
    <h1>{{title}}</h1>
    <p role="status">{{explanation}}</p>
    """

  static let errorBody = """
    <h1>{{title}}</h1>
    <p role="alert">{{explanation}}</p>
    <p class="small">For the developer: {{detail}}</p>
    """
}
#endif
