// What a user of the library does for each sign-in: 32 random octets, their verifier, its S256 challenge.
// With `--entropy`, the random octets alone: what of the time is the system call's.
import Measuring
import PKCE

if CommandLine.arguments.contains("--entropy") {
  let source = SystemRandomSource()
  measure("pixy-entropy") { Int(source.octets(32)[31]) }
} else {
  try measure("pixy") {
    try PKCEChallenge.generate(octets: 32).challenge.value.utf8.count
  }
}
