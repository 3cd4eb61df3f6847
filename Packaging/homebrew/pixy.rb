# The template of Homebrew's formula. Scripts/package/homebrew fills in a release's values and deletes this line.
class Pixy < Formula
  desc "OAuth 2.1 and OpenID Connect from a terminal"
  homepage "@HOMEPAGE@"
  url "@URL@"
  version "@VERSION@"
  sha256 "@SHA256@"
  license "Apache-2.0"

  # The package needs Swift 6.2.
  depends_on xcode: ["26.0", :build] if OS.mac?
  uses_from_macos "swift" => :build
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    # Homebrew builds in its own sandbox, and sandboxes can't be nested.
    system "make", "install", "prefix=#{prefix}", "SWIFT_BUILD_FLAGS=--disable-sandbox"
    # Homebrew keeps its own list of files, and expects the shell completions in other folders.
    rm "#{share}/pixy/installed-files"
    fish_completion.install "#{share}/fish/vendor_completions.d/pixy.fish"
    bash_completion.install "#{share}/bash-completion/completions/pixy"
  end

  service do
    run [opt_bin/"pixy", "serve", "--database", var/"pixy/pixy.db"]
    keep_alive true
    log_path var/"log/pixy.log"
    error_log_path var/"log/pixy.log"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/pixy --version").strip
    # The example of RFC 7636, appendix B.
    (testpath/"verifier").write "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    system bin/"pixy", "pkce", "check", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "--verifier-file", "verifier"
    assert_match "invalid_grant", shell_output("#{bin}/pixy demo")
  end
end
