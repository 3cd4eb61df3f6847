internal import ArgumentParser

/// The argument of commands about one user.
struct UserArgument: ParsableArguments {
  @Argument(help: "The user name. Put -- before one that begins with a hyphen.")
  var username: String
}
