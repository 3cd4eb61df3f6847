# The commands for developers and users. SwiftPM, Scripts/ and Tests/Integration/ do the work.
prefix ?= /usr/local

# SwiftPM passes the traits in hash order, and another order compiles everything again.
# BUILD_FLAGS are further flags of `swift build`.
# With BUILT=1 nothing is built: CI has done it, and finding that out takes ten seconds each time.
build = $(if $(BUILT),: built already:,SWIFT_DETERMINISTIC_HASHING=1 swift build $(BUILD_FLAGS))
tests = $(build) --build-tests
# SwiftPM lets one command at a time into the folder that it builds in, so CI starts the program of the tests itself.
run_tests = $(if $(BUILT),.build/debug/pixyPackageTests.xctest --testing-library swift-testing,swift test --skip-build)

# Warnings are errors with the compiler that CI uses. Other compilers and SDKs warn of other things.
compiler := $(shell swift --version 2>/dev/null)
ifneq (,$(findstring swift-6.3,$(compiler)))
export PIXY_WARNINGS_AS_ERRORS = 1
endif

# The programs that most targets need, and further ones as PACKAGE:PROBE.
require = @Scripts/require python3:python3 curl:curl openssl:openssl

help: ## list what make can do
	@awk -F ':.*## ' '/^##@ /{print "\n" substr($$0, 5)} /^[a-z-]+:.*## /{printf "  %-18s %s\n", $$1, $$2}' Makefile

##@ Everyday
demo: ## watch a sign-in with PKCE, and two attacks on it, step by step
	@Scripts/require
	@$(build) --product pixy-demo
	@swift run --skip-build pixy-demo

# The tests use msmtp, a mail program; macOS's tests do without it.
test: ## run all tests
	$(require) git:git $(if $(filter Linux,$(shell uname -s)),msmtp:msmtp)
	$(tests)
	@# The tests run in parallel and hold some 2,100 descriptors together.
	[ "$$(ulimit -n)" -ge 4096 ] 2>/dev/null || ulimit -S -n 4096; \
	events=$$(mktemp); trap 'rm -f "$$events"' EXIT; \
	$(run_tests) --event-stream-output-path "$$events" || { Scripts/failed-tests "$$events"; exit 1; }

# The suites that start no process and no server on a port.
quick: ## run the unit tests of the libraries: under a minute after a build
	$(tests)
	$(run_tests) --filter '^(Error|PKCE|OAuthCore|JOSE|QRCode|DPoPVerification|OAuth|OpenIDConnect|OAuthProviders|OAuthResourceServer|OAuthServer)Tests\.'

sources = Package.swift Sources Tests Examples Snippets Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources Mutants/Package.swift Mutants/Sources AppleStubs

format: ## format the Swift sources
	swift format --in-place --recursive --parallel $(sources)

lint: ## check format, English, the order of folders, the documentation's links and tests, and doc comments
	$(require)
	swift format lint --strict --recursive --parallel $(sources)
	@! git grep -nE '(^|[^|])[|] *grep -[a-zA-Z]*q' -- Scripts .ci Tests/Integration || \
	  { echo 'grep -q ends before it has read everything, and with pipefail the command that writes then fails: use [[ $$(command) == *text* ]]'; exit 1; }
	@! git grep -nE '(^|[^[:alpha:]])isolated[[:space:]]+deinit' -- '*.swift' || \
	  { echo 'an isolated deinit aborts programs on systems before macOS 15.4 and iOS 18.4 (swiftlang/swift#87316): write a plain one'; exit 1; }
	@! git grep -nE 'SecureEnclave\.[A-Za-z0-9.]*PrivateKey\(\)' -- '*.swift' || \
	  { echo 'say when a key in the Secure Enclave can sign: a refresh in the background needs it while the device is locked'; exit 1; }
	@# All of them, so that one run shows everything.
	@status=0; for check in tables evidence doc-comments stand-ins folders picture plists prose figures; do Scripts/check/$$check || status=1; done; exit $$status

docs: ## make the documentation in .build/docs
	@Scripts/require
	$(build)
	Scripts/document/archives

clean: ## remove everything that was built
	rm -rf .build .build-* Benchmarks/.build Examples/*/.build Fuzz/.build Mutants/.build

##@ Tests that need more than Swift
keyring: ## run the tests of the Secret Service store, with a keyring of their own; Linux only
	$(require)
	$(tests)
	Scripts/with/keyring $(run_tests) --filter 'SecretService(KeyHolder|TokenStore)Tests'

keepassxc: ## run the tests of the Secret Service store in KeePassXC; Linux only
	$(require) keepassxc:keepassxc
	$(tests)
	PIXY_KEEPASSXC=1 Scripts/with/keyring $(run_tests) --filter SecretServiceKeePassXCTests

hardware-keys: ## run the tests of keys in hardware with a PKCS #11 token, SoftHSM's; Linux only
	$(require)
	$(tests)
	Scripts/with/softhsm $(run_tests) --filter PKCS11

helper-tools:
	$(require) kubernetes-client:kubectl awscli:aws skopeo:skopeo isync:mbsync libsasl2-modules-kdexoauth2:/usr/share/doc/libsasl2-modules-kdexoauth2

helpers: helper-tools ## test kubectl, aws, skopeo and mbsync with pixy's tokens; Linux only
	$(tests)
	PIXY_HELPERS=1 $(run_tests) --filter HelperToolTests

# The suites in Tests/Server/OAuthServerTests/Conformance, which have the names of their files.
conformance = "OAuthServerTests\.($$(ls Tests/Server/OAuthServerTests/Conformance | sed 's/\.swift//' | paste -sd '|' -))/"

postgresql: ## run the tests of the database in PostgreSQL, and the conformance tests on it; Linux only
	$(require)
	$(tests)
	Scripts/with/postgresql $(run_tests) --filter PostgreSQL
	Scripts/with/postgresql $(run_tests) --no-parallel --filter $(conformance)

soak: ## kill processes that write and refresh tokens, and servers, 1,800 times in all, and stop servers 50 times
	$(require)
	$(tests)
	Scripts/soak

fuzz: ## fuzz every parser and the server with libFuzzer, SECONDS_EACH (60) each; Linux only
	$(require)
	Scripts/fuzz

##@ Tests with software that others wrote (Tests/Integration)
interop: ## test pixy with servers that others wrote and a real browser
	$(require)
	Tests/Integration/foreign-servers/run

foreign: ## test the server with clients that others wrote, Chromium, and 1,000 generated requests; JOSE with two libraries
	$(require)
	Tests/Integration/foreign-clients/run

contract: ## test the server with 100,000 requests generated from its OpenAPI description; slow
	$(require)
	FOREIGN_CLIENTS=contract FOREIGN_REQUESTS=$${FOREIGN_REQUESTS:-100000} Tests/Integration/foreign-clients/run

mcp: ## reach MCP servers of the Python SDK, FastMCP and Swift, signed in and through the bridge, and over https names
	$(require)
	@$(build) --product pixy
	Tests/Integration/mcp/run
	[ "$$(uname)" != Linux ] || Tests/Integration/mcp/https-names

attacks: ## attack a server while users sign in, with Attacks.md's attacks; PIXY names a release build, PARTS some attacks
	$(require)
	Tests/Integration/attacks/run $(PARTS)

day: ## run two servers behind nginx, and two behind HAProxy, through a day of an operator, while users sign in; Linux only
	$(require)
	Tests/Integration/operation/run

cluster: ## kill PostgreSQL nodes, servers and more under two servers while users sign in; about two hours, root only; Linux only
	$(require)
	Tests/Integration/cluster/run

cluster-short: ## kill one PostgreSQL and two servers ten times while users sign in; Linux only
	$(require)
	Tests/Integration/cluster/run short

applications: ## sign in to Apache, HAProxy and Dovecot through the server, as ConnectingApplications.md says; Linux only
	$(require)
	Tests/Integration/applications/run

all-applications: ## the same, and Django, Roundcube and Matrix Synapse; installs about 400 MB
	$(require)
	Tests/Integration/applications/run all

examples: ## test the web application in Examples/ with a real browser
	$(require)
	Tests/Integration/examples/run

##@ Further checks
model: ## check the model of refresh token rotation with spin, and that each of its defects is found
	$(require) spin:spin gcc:gcc
	Scripts/check/rotation-model

mutants: ## change 60 things in MODULES, one at a time, and see a test fail for each; ALL=1 changes everything, for days
	$(require) git:git
	Scripts/mutants $(MODULES)

sanitize: ## run all tests under ThreadSanitizer and then under AddressSanitizer, or under SANITIZER only; Linux only
	$(require) git:git msmtp:msmtp
	@status=0; for kind in $(or $(SANITIZER),thread address); do Scripts/sanitize $$kind || status=1; done; exit $$status

beside-check: ## type-check the packages for fuzzing and benchmarks, after a build
	$(require)
	Scripts/check/other-packages

traits: ## build with no, each and all package traits
	$(require)
	Scripts/check/traits

consumer: ## build packages that depend on Pixy, with the README's examples, as a new user would
	$(require)
	Scripts/check/consumer

plan-check: ## plan packages that depend on Pixy for Apple's platforms; Linux only
	$(require)
	Scripts/check/apple-plans

apple-check: ## type-check the code for each of Apple's platforms, or for PLATFORMS, against stand-ins; Linux only
	$(require)
	$(build)
	Scripts/check/apple-types $(PLATFORMS)

##@ Benchmarks
bench: ## compare the speed with other languages, in one run
	$(require)
	Scripts/bench/jose
	Scripts/bench/token
	Scripts/bench/pkce

bench-command: ## compare the speed of pixy token with other commands, in one run
	$(require)
	Scripts/bench/command

##@ Packages
# An existing build to install or to pack.
PIXY ?=
# The path of that build, or of a new one.
release = $(or $(PIXY),$$(Scripts/package/release $(SWIFT_BUILD_FLAGS)))
# The same for packages, whose servers take less memory. Linux only.
ordered = $(or $(PIXY),$$(Scripts/package/release --ordered $(SWIFT_BUILD_FLAGS)))

release: ## build the pixy that make install installs
	@Scripts/require
	@pixy="$(release)" && printf '%s\n' "$$pixy"

install: ## install pixy, its manual pages and completions below $(DESTDIR)$(prefix)
	@Scripts/require python3:python3
	@pixy="$(release)" && DESTDIR="$(DESTDIR)" Scripts/package/install "$$pixy" "$(prefix)"

uninstall: ## remove what make install installed
	@DESTDIR="$(DESTDIR)" Scripts/package/install --remove "$(prefix)"

deb: ## make a Debian package in .build
	$(require)
	@pixy="$(ordered)" && Scripts/package/deb "$$pixy" .build

image: ## make an OCI image of the server in .build, and run its contents; Linux only
	$(require)
	@pixy="$(ordered)" && Scripts/package/image "$$pixy" .build

packaging: ## test the results of make install and make deb
	$(require)
	@pixy="$(release)" && Scripts/check/packaging "$$pixy"

##@ Texts and pictures in the repository
help-texts: ## renew the expected help texts of every command, for the tests
	$(require)
	$(build) --product pixy
	Scripts/document/help-texts

interface: ## renew Documentation/Interface, the public symbols of each module
	$(build)
	Scripts/check/interface --write

interface-check: ## compare the public symbols with Documentation/Interface and with the last release
	$(build)
	Scripts/check/interface

picture: ## renew Documentation/Images/groups.svg, the groups of modules in Package.swift
	Scripts/check/picture --write

session: ## renew Documentation/Images/session.svg by running its commands
	$(require)
	$(build) --product pixy
	Scripts/document/session-picture

.PHONY: $(shell sed -nE 's/^([a-z-]+):.*/\1/p' Makefile)
