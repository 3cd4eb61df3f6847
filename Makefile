# The commands for developers and users. SwiftPM and Scripts/ do the work.
.PHONY: demo test quick keyring hardware-keys helpers postgresql soak fuzz format lint docs bench interop foreign mcp attacks day cluster cluster-short applications all-applications model contract examples traits consumer beside-check plan-check apple-check release image install uninstall deb packaging help-texts session bench-command clean

prefix ?= /usr/local

# SwiftPM passes the traits in hash order, and another order compiles everything again.
# BUILD_FLAGS are further flags of `swift build`.
# With BUILT=1 nothing is built: CI has done it, and finding that out takes ten seconds each time.
build = $(if $(BUILT),: built already:,SWIFT_DETERMINISTIC_HASHING=1 swift build $(BUILD_FLAGS))

# Warnings are errors with the compiler that CI uses. Other compilers and SDKs warn of other things.
compiler := $(shell swift --version 2>/dev/null)
ifneq (,$(findstring swift-6.3,$(compiler)))
export PIXY_WARNINGS_AS_ERRORS = 1
endif

demo: ## build pixy and watch a sign-in, step by step
	@Scripts/require
	@$(build) --product pixy
	@swift run --skip-build pixy demo

# The tests use msmtp, a mail program; macOS's tests do without it.
mail = $(if $(filter Linux,$(shell uname -s)),msmtp:msmtp)

test: ## run all tests
	@Scripts/require python3:python3 git:git curl:curl $(mail)
	$(build) --build-tests
	@# The tests run in parallel and hold some 2,100 descriptors together.
	[ "$$(ulimit -n)" -ge 4096 ] 2>/dev/null || ulimit -S -n 4096; \
	events=$$(mktemp); trap 'rm -f "$$events"' EXIT; \
	swift test --skip-build --event-stream-output-path "$$events" || { Scripts/failed-tests "$$events"; exit 1; }

# The suites that start no process and no server on a port.
unit = ^(Error|PKCE|OAuthCore|JOSE|QRCode|DPoPVerification|OAuth|OpenIDConnect|OAuthProviders|OAuthResourceServer|OAuthServer)Tests\.

quick: ## run the unit tests of the libraries: under a minute after a build
	$(build) --build-tests
	swift test --skip-build --filter '$(unit)'

keyring: ## run the tests of the Secret Service store, with a keyring of their own; Linux only
	@Scripts/require
	$(build) --build-tests
	Scripts/with/keyring swift test --skip-build --filter SecretService

hardware-keys: ## run the tests of keys in hardware with a PKCS #11 token, SoftHSM's; Linux only
	@Scripts/require
	$(build) --build-tests
	Scripts/with/softhsm swift test --skip-build --filter PKCS11

helpers: ## test kubectl, aws, skopeo and mbsync with pixy's tokens; Linux only
	@Scripts/require kubernetes-client:kubectl awscli:aws skopeo:skopeo isync:mbsync \
		libsasl2-modules-kdexoauth2:/usr/share/doc/libsasl2-modules-kdexoauth2
	$(build) --build-tests
	PIXY_HELPERS=1 swift test --skip-build --filter HelperToolTests

# The suites in Tests/Server/OAuthServerTests/Conformance, which have the names of their files.
conformance = "OAuthServerTests\.($$(ls Tests/Server/OAuthServerTests/Conformance | sed 's/\.swift//' | paste -sd '|' -))/"

postgresql: ## run the tests of the database in PostgreSQL, and the conformance tests on it; Linux only
	@Scripts/require
	$(build) --build-tests
	Scripts/with/postgresql swift test --skip-build --filter PostgreSQL
	Scripts/with/postgresql swift test --skip-build --no-parallel --filter $(conformance)

soak: ## kill processes that write and refresh tokens, and servers, 1,800 times in all
	@Scripts/require
	$(build) --build-tests
	Scripts/soak

fuzz: ## fuzz every parser and the server with libFuzzer, SECONDS_EACH (60) each; Linux only
	@Scripts/require
	Scripts/fuzz

format: ## format the Swift sources
	swift format --in-place --recursive --parallel Package.swift Sources Tests Examples Snippets Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources AppleStubs

lint: ## check format, English, the order of folders, the documentation's links and tests, and doc comments
	@Scripts/require python3:python3
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples Snippets Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources AppleStubs
	@! git grep -nE '(^|[^|])[|] *grep -[a-zA-Z]*q' -- Scripts .ci Tests/Integration || \
	  { echo 'grep -q ends before it has read everything, and with pipefail the command that writes then fails: use [[ $$(command) == *text* ]]'; exit 1; }
	Scripts/check/tables
	Scripts/check/doc-comments
	Scripts/check/folders
	Scripts/check/prose

docs: ## make the documentation in .build/docs
	@Scripts/require
	Scripts/document/archives

bench: ## compare the speed with other languages, in one run
	@Scripts/require python3:python3
	Scripts/bench/jose
	Scripts/bench/token
	Scripts/bench/pkce

interop: ## test pixy with servers that others wrote and a real browser
	@Scripts/require python3:python3 curl:curl
	Tests/Integration/foreign-servers/run

foreign: ## test the server with clients that others wrote, Chromium, and 1,000 generated requests; JOSE with two libraries
	@Scripts/require python3:python3 curl:curl
	Tests/Integration/foreign-clients/run

mcp: ## reach MCP servers of the Python SDK, FastMCP and Swift, signed in and through the bridge, and over https names
	@Scripts/require python3:python3 curl:curl
	@$(build) --product pixy
	Tests/Integration/mcp/run
	[ "$$(uname)" != Linux ] || Tests/Integration/mcp/https-names

attacks: ## attack a server while users sign in, with Attacks.md's attacks; PIXY names a release build
	@Scripts/require python3:python3 openssl:openssl
	Tests/Integration/attacks/run

day: ## run two servers behind nginx, and two behind HAProxy, through a day of an operator, while users sign in; Linux only
	@Scripts/require python3:python3 openssl:openssl
	Tests/Integration/operation/run

cluster: ## kill PostgreSQL nodes, servers and more under two servers while users sign in; about two hours, root only; Linux only
	@Scripts/require python3:python3
	Tests/Integration/cluster/run

cluster-short: ## kill one PostgreSQL and two servers ten times while users sign in; Linux only
	@Scripts/require python3:python3
	Tests/Integration/cluster/run short

applications: ## sign in to Apache, HAProxy and Dovecot through the server, as ConnectingApplications.md says; Linux only
	@Scripts/require python3:python3 openssl:openssl
	Tests/Integration/applications/run

all-applications: ## the same, and Django, Roundcube and Matrix Synapse; installs about 400 MB
	@Scripts/require python3:python3 openssl:openssl
	Tests/Integration/applications/run all

model: ## check the model of refresh token rotation with spin, and that each of its defects is found
	@Scripts/require python3:python3 spin:spin gcc:gcc
	Scripts/check/rotation-model

contract: ## test the server with 100,000 requests generated from its OpenAPI description; slow
	@Scripts/require python3:python3 curl:curl
	FOREIGN_CLIENTS=contract FOREIGN_REQUESTS=$${FOREIGN_REQUESTS:-100000} Tests/Integration/foreign-clients/run

examples: ## test the web application in Examples/ with a real browser
	@Scripts/require python3:python3
	Tests/Integration/examples/run

beside-check: ## type-check the packages for fuzzing and benchmarks, after a build
	@Scripts/require
	Scripts/check/other-packages

traits: ## build with no, each and all package traits
	@Scripts/require
	Scripts/check/traits

consumer: ## build packages that depend on Pixy, with the README's examples, as a new user would
	@Scripts/require python3:python3
	Scripts/check/consumer

plan-check: ## plan packages that depend on Pixy for Apple's platforms; Linux only
	@Scripts/require python3:python3
	Scripts/check/apple-plans

apple-check: ## type-check the code for each of Apple's platforms against stand-ins; Linux only
	@Scripts/require python3:python3
	$(build)
	Scripts/check/apple-types

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
	@Scripts/require python3:python3
	@pixy="$(ordered)" && Scripts/package/deb "$$pixy" .build

image: ## make an OCI image of the server in .build, and run its contents; Linux only
	@Scripts/require python3:python3
	@pixy="$(ordered)" && Scripts/package/image "$$pixy" .build

packaging: ## test the results of make install and make deb
	@Scripts/require
	@pixy="$(release)" && Scripts/check/packaging "$$pixy"

help-texts: ## renew the expected help texts of every command, for the tests
	@Scripts/require python3:python3
	$(build) --product pixy
	Scripts/document/help-texts

session: ## renew Documentation/Images/session.svg by running its commands
	@Scripts/require python3:python3 curl:curl
	$(build) --product pixy
	Scripts/document/session-picture

bench-command: ## compare the speed of pixy token with other commands, in one run
	@Scripts/require python3:python3
	Scripts/bench/command

clean:
	rm -rf .build .build-* Benchmarks/.build Examples/*/.build Fuzz/.build
