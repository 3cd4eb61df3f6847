package import ArgumentParser

/// The examples with which the help of each command begins.
package enum CommandExamples {
  /// Two examples of each command, by its names without `pixy`. ID, FILE and such stand for the user's own values.
  package static let all: [String: [String]] = [
    "": ["pixy login github --client-id ID", "pixy token"],
    "login": ["pixy login github --client-id ID", "pixy login https://mcp.example.com/mcp"],
    "device": ["pixy device github --client-id ID", "pixy device https://accounts.example.com --client-id ID"],
    "logout": ["pixy logout", "pixy logout --all"],
    "status": ["pixy status", "pixy status --account ada"],
    "switch": ["pixy switch", "pixy switch ada@accounts.example.com"],
    "register": [
      "pixy register https://accounts.example.com --name Notes", "pixy register read --client-file client.json",
    ],
    "register new": [
      "pixy register new https://accounts.example.com --name Notes",
      "pixy register new https://accounts.example.com --output client.json",
    ],
    "register read": [
      "pixy register read --client-file client.json",
      "pixy register read --client-file client.json --output new.json",
    ],
    "register update": [
      "pixy register update --client-file client.json --name Notes",
      "pixy register update --client-file client.json --member software_version=2",
    ],
    "register delete": [
      "pixy register delete --client-file client.json", "pixy register delete --client-file client.json --dry-run",
    ],
    "client-document": [
      "pixy client-document https://example.com/pixy.json",
      "pixy client-document https://example.com/pixy.json --name Notes >pixy.json",
    ],
    "storage": ["pixy storage", "pixy storage move file-passphrase"],
    "storage show": ["pixy storage show", "pixy storage show --json"],
    "storage move": ["pixy storage move secret-service", "pixy storage move file-passphrase"],
    "config": ["pixy config", "pixy config set port 8414"],
    "config list": ["pixy config list", "pixy config list --json"],
    "config get": ["pixy config get port", "pixy config get browser"],
    "config set": ["pixy config set port 8414", "pixy config set browser none"],
    "config unset": ["pixy config unset port", "pixy config unset browser"],
    "token": ["pixy token", "pixy token --header | curl --header @- https://api.example.com"],
    "refresh": ["pixy refresh", "pixy refresh --account ada --token"],
    "introspect": [
      "pixy token | pixy introspect", "pixy introspect https://accounts.example.com --client-file client.json <token",
    ],
    "revoke": ["pixy token | pixy revoke", "pixy revoke https://accounts.example.com --client-id ID <token"],
    "whoami": ["pixy whoami", "pixy whoami --offline"],
    "request": [
      "pixy request https://api.example.com/me", "pixy request POST https://api.example.com/notes --data @note.json",
    ],
    "mcp": ["pixy mcp https://mcp.example.com/mcp", "pixy mcp add notes https://mcp.example.com/mcp"],
    "mcp connect": [
      "pixy mcp connect https://mcp.example.com/mcp", "pixy mcp connect https://mcp.example.com/mcp --no-browser",
    ],
    "mcp add": [
      "pixy mcp add notes https://mcp.example.com/mcp", "pixy mcp add notes https://mcp.example.com/mcp --host cursor",
    ],
    "mcp list": ["pixy mcp list", "pixy mcp list --json"],
    "mcp doctor": [
      "pixy mcp doctor https://mcp.example.com/mcp", "pixy mcp doctor https://mcp.example.com/mcp --trace",
    ],
    "curl": [
      "pixy curl -- https://api.example.com/me",
      "pixy curl --account ada -- --request POST https://api.example.com/notes",
    ],
    "curl-config": [
      "pixy curl-config | curl --config - https://api.example.com/me",
      "pixy curl-config --account ada | curl --config - https://api.example.com/me",
    ],
    "env": ["eval \"$(pixy env)\"", "eval \"$(pixy env --name NOTES_TOKEN)\""],
    "run": ["pixy run -- make deploy", "pixy run --name NOTES_TOKEN -- ./report"],
    "git-credential": [
      "echo url=https://git.example.com | pixy git-credential get",
      "pixy git-credential --account ada get <request",
    ],
    "docker-credential": ["pixy docker-credential list", "echo https://ghcr.io | pixy docker-credential get"],
    "kubernetes-credential": [
      "pixy kubernetes-credential --account ada", "pixy kubernetes-credential --min-valid 5m",
    ],
    "aws-credential-process": [
      "pixy aws-credential-process --role-arn ARN", "pixy aws-credential-process --role-arn ARN --region eu-west-1",
    ],
    "sasl": ["pixy sasl xoauth2", "pixy sasl oauthbearer --host imap.example.com --port 993"],
    "completion": [
      "pixy completion bash >~/.local/share/bash-completion/completions/pixy",
      "pixy completion fish >~/.config/fish/completions/pixy.fish",
    ],
    "discover": ["pixy discover https://accounts.example.com", "pixy discover google"],
    "decode": [
      "pixy token --id | pixy decode --issuer https://accounts.example.com",
      "pixy decode --key-file public.pem --audience ID <token",
    ],
    "explain": ["pixy explain trace.json", "pixy explain --check trace.json"],
    "pkce": ["pixy pkce", "pixy pkce challenge --verifier-file FILE"],
    "pkce make": ["pixy pkce make", "pixy pkce make --length 64 --json"],
    "pkce challenge": ["pixy pkce challenge --verifier-file FILE", "pixy pkce challenge --json <verifier"],
    "pkce check": [
      "pixy pkce check CHALLENGE --verifier-file FILE", "pixy pkce check -- CHALLENGE <verifier",
    ],
    "doctor": ["pixy doctor", "pixy doctor https://accounts.example.com"],
    "demo": ["pixy demo", "pixy demo --browser"],
    "serve": ["pixy serve --username ada", "pixy serve --database pixy.db"],
    "serve run": [
      "pixy serve run --username ada", "pixy serve run --database pixy.db --issuer https://login.example.com",
    ],
    "serve client": [
      "pixy serve client add --database pixy.db --redirect-uri http://127.0.0.1/cb",
      "pixy serve client list --database pixy.db",
    ],
    "serve client add": [
      "pixy serve client add --database pixy.db --redirect-uri http://127.0.0.1/cb",
      "pixy serve client add --database pixy.db --grant client_credentials",
    ],
    "serve client list": [
      "pixy serve client list --database pixy.db", "pixy serve client list --database pixy.db --registered",
    ],
    "serve client show": [
      "pixy serve client show shop --database pixy.db",
      "pixy serve client show shop --database pixy.db --json",
    ],
    "serve client check": [
      "pixy serve client check shop --database pixy.db",
      "pixy serve client check shop --database pixy.db --json",
    ],
    "serve client change": [
      "pixy serve client change shop --database pixy.db --name Shop",
      "pixy serve client change shop --database pixy.db --scope 'openid email'",
    ],
    "serve client secret": [
      "pixy serve client secret shop --database pixy.db",
      "pixy serve client secret shop --database pixy.db --overlap-hours 24",
    ],
    "serve client remove": [
      "pixy serve client remove shop --database pixy.db", "pixy serve client remove shop --config pixy.json",
    ],
    "serve user": [
      "pixy serve user add ada --database pixy.db", "pixy serve user list --database pixy.db",
    ],
    "serve user add": [
      "pixy serve user add ada --database pixy.db",
      "pixy serve user add ada --database pixy.db --email ada@example.com",
    ],
    "serve user list": [
      "pixy serve user list --database pixy.db", "pixy serve user list --database pixy.db --json",
    ],
    "serve user change": [
      "pixy serve user change ada --database pixy.db --name 'Ada Lovelace'",
      "pixy serve user change ada --database pixy.db --group staff",
    ],
    "serve user password": [
      "pixy serve user password ada --database pixy.db",
      "pixy serve user password ada --database pixy.db --end-grants",
    ],
    "serve user disable": [
      "pixy serve user disable ada --database pixy.db", "pixy serve user disable ada --config pixy.json",
    ],
    "serve user enable": [
      "pixy serve user enable ada --database pixy.db", "pixy serve user enable ada --config pixy.json",
    ],
    "serve user remove": [
      "pixy serve user remove ada --database pixy.db", "pixy serve user remove ada --config pixy.json",
    ],
    "serve user unlock": [
      "pixy serve user unlock ada --database pixy.db",
      "pixy serve user unlock ada --database pixy.db --address 192.0.2.7",
    ],
    "serve group": [
      "pixy serve group list --database pixy.db", "pixy serve group add staff ada --database pixy.db",
    ],
    "serve group list": [
      "pixy serve group list --database pixy.db", "pixy serve group list --database pixy.db --json",
    ],
    "serve group add": [
      "pixy serve group add staff ada --database pixy.db", "pixy serve group add staff ada --config pixy.json",
    ],
    "serve group remove": [
      "pixy serve group remove staff ada --database pixy.db", "pixy serve group remove staff ada --config pixy.json",
    ],
    "serve session": [
      "pixy serve session list ada --database pixy.db", "pixy serve session end ada --database pixy.db",
    ],
    "serve session list": [
      "pixy serve session list ada --database pixy.db",
      "pixy serve session list ada --database pixy.db --json",
    ],
    "serve session end": [
      "pixy serve session end ada --database pixy.db", "pixy serve session end ada --config pixy.json",
    ],
    "serve grant": [
      "pixy serve grant list ada --database pixy.db", "pixy serve grant end ada --database pixy.db",
    ],
    "serve grant list": [
      "pixy serve grant list ada --database pixy.db", "pixy serve grant list ada --database pixy.db --json",
    ],
    "serve grant end": [
      "pixy serve grant end ada --database pixy.db --client shop",
      "pixy serve grant end --database pixy.db --client shop",
    ],
    "serve audit": [
      "pixy serve audit --database pixy.db",
      "pixy serve audit --database pixy.db --since 2026-11-24 --until 2026-11-25",
    ],
    "serve key": [
      "pixy serve key list --database pixy.db", "pixy serve key rotate --database pixy.db",
    ],
    "serve key list": [
      "pixy serve key list --database pixy.db", "pixy serve key list --database pixy.db --json",
    ],
    "serve key rotate": [
      "pixy serve key rotate --database pixy.db",
      "pixy serve key rotate --database pixy.db --algorithm ES256",
    ],
    "serve key revoke": [
      "pixy serve key revoke KEY-ID --database pixy.db", "pixy serve key revoke KEY-ID --config pixy.json",
    ],
    "serve key reset": [
      "pixy serve key reset --database pixy.db --yes", "pixy serve key reset --config pixy.json --yes",
    ],
    "serve database": [
      "pixy serve database copy copy.db --database pixy.db",
      "pixy serve database revoke --database pixy.db",
    ],
    "serve database copy": [
      "pixy serve database copy copy.db --database pixy.db",
      "pixy serve database copy copy.db --database pixy.db --dry-run",
    ],
    "serve database revoke": [
      "pixy serve database revoke --database pixy.db", "pixy serve database revoke --config pixy.json",
    ],
  ]
}

extension CommandConfiguration {
  /// Returns the configuration with a command's examples at the beginning of its discussion.
  ///
  /// - Parameter command: The command's names without `pixy`, such as `serve user add`.
  package func withExamples(of command: String) -> CommandConfiguration {
    var configuration = self
    let examples = (CommandExamples.all[command] ?? []).map { "  \($0)" }.joined(separator: "\n")
    configuration.discussion = examples + (discussion.isEmpty ? "" : "\n\n\(discussion)")
    return configuration
  }
}
