/// A command about one user of a server's database.
protocol OneUserCommand: DatabaseCommand {
  var user: UserArgument { get }
}

extension OneUserCommand {
  var username: String { user.username }

  var target: String? { username }
}
