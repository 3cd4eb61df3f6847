# What people call; the work is done by SwiftPM and by Scripts/.
.PHONY: demo test keyring soak fuzz format lint docs bench interop foreign contract examples traits apple-check install clean

prefix ?= /usr/local

# SwiftPM gives the traits to the compiler in the order of a hash, and another order compiles everything anew.
build = SWIFT_DETERMINISTIC_HASHING=1 swift build

demo: ## build pixy and watch a sign-in, step by step
	@Scripts/require
	@$(build) --product pixy
	@swift run --skip-build pixy demo

test: ## run all tests
	@Scripts/require python3:python3
	$(build) --build-tests
	swift test --skip-build

keyring: ## run the tests that need a keyring, with one of their own; Linux only
	@Scripts/require
	$(build) --build-tests
	Scripts/keyring swift test --skip-build --filter SecretService

soak: ## kill processes that write and refresh tokens, and servers, twelve hundred times in all
	@Scripts/require
	$(build) --build-tests
	Scripts/soak

fuzz: ## try every parser with libFuzzer, each for SECONDS_EACH (60); Linux only
	@Scripts/require
	Scripts/fuzz

format: ## format the Swift sources
	swift format --in-place --recursive --parallel Package.swift Sources Tests Examples Snippets Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources AppleStubs/Package.swift AppleStubs/Sources

lint: ## say what is not formatted, and what the documentation names that isn't there
	@Scripts/require python3:python3
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples Snippets Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources AppleStubs/Package.swift AppleStubs/Sources
	Scripts/tables

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

foreign: ## have clients that others wrote use pixy's server, and schemathesis make 1,000 requests
	@Scripts/require python3:python3 curl:curl
	Scripts/foreign/run

contract: ## have schemathesis make 100,000 requests from the server's OpenAPI description; takes a good while
	@Scripts/require python3:python3 curl:curl
	FOREIGN_CLIENTS=contract FOREIGN_REQUESTS=$${FOREIGN_REQUESTS:-100000} Scripts/foreign/run

examples: ## use the web application in Examples/ with a real browser
	@Scripts/require python3:python3
	Scripts/examples/run

traits: ## build with no, each and all package traits
	@Scripts/require
	Scripts/traits

apple-check: ## type-check the code for Apple's frameworks against stand-ins for them; Linux only
	@Scripts/require python3:python3
	Scripts/apple-check

install: ## put a release build of pixy into $(prefix)/bin
	@Scripts/require
	swift build --configuration release --product pixy --static-swift-stdlib
	install -d "$(prefix)/bin"
	install -s -m 755 "$$(swift build --configuration release --show-bin-path)/pixy" "$(prefix)/bin/pixy"

clean:
	rm -rf .build .build-* Benchmarks/.build Examples/*/.build Fuzz/.build AppleStubs/.build
