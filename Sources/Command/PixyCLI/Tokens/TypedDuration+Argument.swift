internal import ArgumentParser
internal import PixyAccounts

extension TypedDuration: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
