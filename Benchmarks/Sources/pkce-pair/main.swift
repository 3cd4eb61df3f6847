// Measures the work of one sign-in's PKCE pair: 32 random bytes, their verifier and its S256
// challenge. With `--entropy`, measures only the random bytes, which is the share of the system
// call.
import Measuring
import PKCE

if CommandLine.arguments.contains("--entropy") {
  let source = SystemRandomSource()
  measure("pixy-entropy") { Int(source.bytes(32)[31]) }
} else {
  try measure("pixy") {
    try PKCEChallenge.generate(bytes: 32).challenge.value.utf8.count
  }
}
