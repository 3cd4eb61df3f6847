# What people call; the work is done by SwiftPM and by Scripts/.
.PHONY: demo test keyring helpers soak fuzz format lint docs bench interop foreign contract examples traits beside-check apple-check release install uninstall deb packaging help-texts session bench-command clean

prefix ?= /usr/local

# SwiftPM gives the traits to the compiler in the order of a hash, and another order compiles everything anew.
build = SWIFT_DETERMINISTIC_HASHING=1 swift build

demo: ## build pixy and watch a sign-in, step by step
	@Scripts/require
	@$(build) --product pixy
	@swift run --skip-build pixy demo

# Mail programs take tokens too; macOS has none of these, and its tests do without.
mail = $(if $(filter Linux,$(shell uname -s)),msmtp:msmtp)

test: ## run all tests
	@Scripts/require python3:python3 git:git curl:curl $(mail)
	$(build) --build-tests
	@# Tests run at once, and hold some 2,100 descriptors together.
	[ "$$(ulimit -n)" -ge 4096 ] 2>/dev/null || ulimit -S -n 4096; \
	events=$$(mktemp); trap 'rm -f "$$events"' EXIT; \
	swift test --skip-build --event-stream-output-path "$$events" || { Scripts/what-failed "$$events"; exit 1; }

keyring: ## run the tests that need a keyring, with one of their own; Linux only
	@Scripts/require
	$(build) --build-tests
	Scripts/keyring swift test --skip-build --filter SecretService

helpers: ## have kubectl, aws, skopeo and mbsync use pixy's tokens; Linux only
	@Scripts/require kubernetes-client:kubectl awscli:aws skopeo:skopeo isync:mbsync \
		libsasl2-modules-kdexoauth2:/usr/share/doc/libsasl2-modules-kdexoauth2
	$(build) --build-tests
	PIXY_HELPERS=1 swift test --skip-build --filter HelperToolTests

soak: ## kill processes that write and refresh tokens, and servers, twelve hundred times in all
	@Scripts/require
	$(build) --build-tests
	Scripts/soak

fuzz: ## try every parser and the server with libFuzzer, each for SECONDS_EACH (60); Linux only
	@Scripts/require
	Scripts/fuzz

format: ## format the Swift sources
	swift format --in-place --recursive --parallel Package.swift Sources Tests Examples Snippets Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources AppleStubs/Package.swift AppleStubs/Sources

lint: ## say what is not formatted, what the documentation names that isn't there, and what it doesn't say of public functions
	@Scripts/require python3:python3
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples Snippets Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources AppleStubs/Package.swift AppleStubs/Sources
	Scripts/tables
	Scripts/doc-comments

docs: ## make the documentation in .build/docs
	@Scripts/require
	Scripts/docs

bench: ## compare the speed with other languages, in one run
	@Scripts/require python3:python3
	Scripts/bench-jose
	Scripts/bench-token
	Scripts/bench-pkce

interop: ## sign in to servers that others wrote, with a real browser
	@Scripts/require python3:python3 curl:curl
	Scripts/interop/run

foreign: ## have clients that others wrote and a page in Chromium use pixy's server, and schemathesis make 1,000 requests
	@Scripts/require python3:python3 curl:curl
	Scripts/foreign/run

contract: ## have schemathesis make 100,000 requests from the server's OpenAPI description; takes a good while
	@Scripts/require python3:python3 curl:curl
	FOREIGN_CLIENTS=contract FOREIGN_REQUESTS=$${FOREIGN_REQUESTS:-100000} Scripts/foreign/run

examples: ## use the web application in Examples/ with a real browser
	@Scripts/require python3:python3
	Scripts/examples/run

beside-check: ## type-check the packages for fuzzing and benchmarks, after a build
	@Scripts/require
	Scripts/beside-check

traits: ## build with no, each and all package traits
	@Scripts/require
	Scripts/traits

apple-check: ## type-check the code for Apple's frameworks against stand-ins for them; Linux only
	@Scripts/require python3:python3
	Scripts/apple-check

# Another pixy to install or to pack, for who has built one already.
PIXY ?=
# The path of the one that was built.
release = $(or $(PIXY),$$(Scripts/release $(SWIFT_BUILD_FLAGS)))

release: ## build the pixy that is installed
	@Scripts/require
	@pixy="$(release)" && printf '%s\n' "$$pixy"

install: ## put pixy, its manual pages and completions below $(DESTDIR)$(prefix)
	@Scripts/require python3:python3
	@pixy="$(release)" && DESTDIR="$(DESTDIR)" Scripts/install "$$pixy" "$(prefix)"

uninstall: ## take away what make install put there
	@DESTDIR="$(DESTDIR)" Scripts/install --remove "$(prefix)"

deb: ## make a Debian package in .build
	@Scripts/require python3:python3
	@pixy="$(release)" && Scripts/deb "$$pixy" .build

packaging: ## try what make install and make deb make
	@Scripts/require
	@pixy="$(release)" && Scripts/packaging-check "$$pixy"

help-texts: ## write down what pixy help says of every command, for the tests to compare
	@Scripts/require python3:python3
	$(build) --product pixy
	Scripts/help-texts

session: ## draw Documentation/Images/session.svg anew, by running the commands that it shows
	@Scripts/require python3:python3 curl:curl
	$(build) --product pixy
	Scripts/record

bench-command: ## compare the speed of pixy token with other commands, in one run
	@Scripts/require python3:python3
	Scripts/bench-command

clean:
	rm -rf .build .build-* Benchmarks/.build Examples/*/.build Fuzz/.build AppleStubs/.build
