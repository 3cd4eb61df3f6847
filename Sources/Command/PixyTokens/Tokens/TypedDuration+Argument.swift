internal import ArgumentParser
internal import PixyAccounts

extension TypedDuration: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
