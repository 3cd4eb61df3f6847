// `Date`, `Data` and what else Pixy uses of Foundation, with one import for every platform.
//
// On Linux they come from FoundationEssentials, so that a program without a use for the rest of
// Foundation doesn't link the rest, with its 40 MB of tables for languages. Apple's systems have
// Foundation itself, and no module with that name.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
