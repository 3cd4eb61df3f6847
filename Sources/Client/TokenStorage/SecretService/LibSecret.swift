#if os(Linux)
internal import CLibrary

/// The functions of libsecret, and of GLib below it, that the keyring store uses. They are looked
/// up at run time: a build needs neither header nor library, and programs start without it.
///
/// No function is safe to call directly. `BusConnection`, `SecretSession` and `Variant` wrap them
/// in Swift values.
// Safe to store and pass on: the library stays loaded, and every call with pointers is marked
// `unsafe`.
@safe struct LibSecret: Sendable {
  /// A GObject, a GVariant or another reference-counted object of GLib.
  typealias Object = UnsafeMutableRawPointer
  typealias Text = UnsafePointer<CChar>
  /// The location where a function stores a `GError`.
  typealias Failure = UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// `GType` and `gsize`.
  typealias Size = UInt
  /// `GCancellableSourceFunc`.
  typealias SourceCallback = @convention(c) (Object?, Object?) -> CInt
  /// `GDBusSignalCallback`: connection, sender, path, interface, signal, parameters, user data.
  typealias SignalCallback = @convention(c) (Object?, Text?, Text?, Text?, Text?, Object?, Object?) -> Void
  /// `GDestroyNotify`.
  typealias Release = @convention(c) (Object?) -> Void

  /// The file name of libsecret's ABI version for the loader on Linux.
  static let defaultName = "libsecret-1.so.0"

  // GLib
  let free: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void
  let errorFree: @Sendable @convention(c) (Object) -> Void
  let quarkText: @Sendable @convention(c) (UInt32) -> Text?
  let contextNew: @Sendable @convention(c) () -> Object
  let contextPush: @Sendable @convention(c) (Object) -> Void
  let contextPop: @Sendable @convention(c) (Object) -> Void
  let contextIteration: @Sendable @convention(c) (Object, CInt) -> CInt
  let contextUnref: @Sendable @convention(c) (Object) -> Void
  let sourceSetCallback: @Sendable @convention(c) (Object, SourceCallback, Object?, Release?) -> Void
  let sourceAttach: @Sendable @convention(c) (Object, Object?) -> CUnsignedInt
  let sourceDestroy: @Sendable @convention(c) (Object) -> Void
  let sourceUnref: @Sendable @convention(c) (Object) -> Void

  // GVariant
  let variantString: @Sendable @convention(c) (Text) -> Object
  let variantPath: @Sendable @convention(c) (Text) -> Object
  let variantBoolean: @Sendable @convention(c) (CInt) -> Object
  let variantBytes: @Sendable @convention(c) (Text, UnsafeRawPointer?, Size, Size) -> Object
  let variantBox: @Sendable @convention(c) (Object) -> Object
  let variantEntry: @Sendable @convention(c) (Object, Object) -> Object
  let variantArray: @Sendable @convention(c) (Text, UnsafePointer<Object?>?, Size) -> Object
  let variantTuple: @Sendable @convention(c) (UnsafePointer<Object?>?, Size) -> Object
  let variantRefSink: @Sendable @convention(c) (Object) -> Object
  let variantUnref: @Sendable @convention(c) (Object) -> Void
  let variantType: @Sendable @convention(c) (Object) -> Text
  let variantCount: @Sendable @convention(c) (Object) -> Size
  let variantChild: @Sendable @convention(c) (Object, Size) -> Object
  let variantText: @Sendable @convention(c) (Object, UnsafeMutablePointer<Size>?) -> Text
  let variantFlag: @Sendable @convention(c) (Object) -> CInt
  let variantData: @Sendable @convention(c) (Object) -> UnsafeRawPointer?
  let variantSize: @Sendable @convention(c) (Object) -> Size

  // GObject
  let unref: @Sendable @convention(c) (Object) -> Void
  let objectNew: @Sendable @convention(c) (Size, CUnsignedInt, UnsafePointer<Text?>, UnsafeRawPointer) -> Object?
  let typeNamed: @Sendable @convention(c) (Text) -> Size
  let valueInit: @Sendable @convention(c) (UnsafeMutableRawPointer, Size) -> UnsafeMutableRawPointer?
  let valueUnset: @Sendable @convention(c) (UnsafeMutableRawPointer) -> Void
  let valueSetText: @Sendable @convention(c) (UnsafeMutableRawPointer, Text) -> Void
  let valueSetObject: @Sendable @convention(c) (UnsafeMutableRawPointer, Object) -> Void

  // GIO
  let cancellableNew: @Sendable @convention(c) () -> Object
  let cancel: @Sendable @convention(c) (Object) -> Void
  let cancellableSource: @Sendable @convention(c) (Object) -> Object
  let isCancelled: @Sendable @convention(c) (Object) -> CInt
  let subscribe:
    @Sendable @convention(c) (
      Object, Text?, Text?, Text?, Text?, Text?, CUnsignedInt, SignalCallback, Object?, Release?
    ) -> CUnsignedInt
  let unsubscribe: @Sendable @convention(c) (Object, CUnsignedInt) -> Void
  let connectionType: @Sendable @convention(c) () -> Size
  let connect: @Sendable @convention(c) (Text, CUnsignedInt, Object?, Object?, Failure) -> Object?
  let call:
    @Sendable @convention(c) (
      Object, Text, Text, Text, Text, Object?, Text?, CUnsignedInt, CInt, Object?, Failure
    ) -> Object?
  let remoteError: @Sendable @convention(c) (Object) -> UnsafeMutablePointer<CChar>?

  // libsecret
  let serviceType: @Sendable @convention(c) () -> Size
  let ensureSession: @Sendable @convention(c) (Object, Object?, Failure) -> CInt
  let sessionPath: @Sendable @convention(c) (Object) -> Text?
  let encode: @Sendable @convention(c) (Object, Object) -> Object?
  let decode: @Sendable @convention(c) (Object, Object) -> Object?
  let secretNew: @Sendable @convention(c) (Text, Int, Text) -> Object
  let secretBytes: @Sendable @convention(c) (Object, UnsafeMutablePointer<Size>) -> UnsafeRawPointer?
  let secretUnref: @Sendable @convention(c) (Object) -> Void

  /// Opens the library. It is never unloaded, because GLib doesn't support that.
  ///
  /// - Parameter name: The library's file name for the system's loader, or its path.
  /// - Throws: ``TokenStoreError/Kind/absent`` if the library isn't installed, or lacks a function.
  init(_ name: String = defaultName) throws(TokenStoreError) {
    let symbols = try Symbols(library: name)
    unsafe free = try symbols.find("g_free")
    unsafe errorFree = try symbols.find("g_error_free")
    unsafe quarkText = try symbols.find("g_quark_to_string")
    unsafe contextNew = try symbols.find("g_main_context_new")
    unsafe contextPush = try symbols.find("g_main_context_push_thread_default")
    unsafe contextPop = try symbols.find("g_main_context_pop_thread_default")
    unsafe contextIteration = try symbols.find("g_main_context_iteration")
    unsafe contextUnref = try symbols.find("g_main_context_unref")
    unsafe sourceSetCallback = try symbols.find("g_source_set_callback")
    unsafe sourceAttach = try symbols.find("g_source_attach")
    unsafe sourceDestroy = try symbols.find("g_source_destroy")
    unsafe sourceUnref = try symbols.find("g_source_unref")

    unsafe variantString = try symbols.find("g_variant_new_string")
    unsafe variantPath = try symbols.find("g_variant_new_object_path")
    unsafe variantBoolean = try symbols.find("g_variant_new_boolean")
    unsafe variantBytes = try symbols.find("g_variant_new_fixed_array")
    unsafe variantBox = try symbols.find("g_variant_new_variant")
    unsafe variantEntry = try symbols.find("g_variant_new_dict_entry")
    unsafe variantArray = try symbols.find("g_variant_new_array")
    unsafe variantTuple = try symbols.find("g_variant_new_tuple")
    unsafe variantRefSink = try symbols.find("g_variant_ref_sink")
    unsafe variantUnref = try symbols.find("g_variant_unref")
    unsafe variantType = try symbols.find("g_variant_get_type_string")
    unsafe variantCount = try symbols.find("g_variant_n_children")
    unsafe variantChild = try symbols.find("g_variant_get_child_value")
    unsafe variantText = try symbols.find("g_variant_get_string")
    unsafe variantFlag = try symbols.find("g_variant_get_boolean")
    unsafe variantData = try symbols.find("g_variant_get_data")
    unsafe variantSize = try symbols.find("g_variant_get_size")

    unsafe unref = try symbols.find("g_object_unref")
    unsafe objectNew = try symbols.find("g_object_new_with_properties")
    unsafe typeNamed = try symbols.find("g_type_from_name")
    unsafe valueInit = try symbols.find("g_value_init")
    unsafe valueUnset = try symbols.find("g_value_unset")
    unsafe valueSetText = try symbols.find("g_value_set_string")
    unsafe valueSetObject = try symbols.find("g_value_set_object")

    unsafe cancellableNew = try symbols.find("g_cancellable_new")
    unsafe cancel = try symbols.find("g_cancellable_cancel")
    unsafe cancellableSource = try symbols.find("g_cancellable_source_new")
    unsafe isCancelled = try symbols.find("g_cancellable_is_cancelled")
    unsafe subscribe = try symbols.find("g_dbus_connection_signal_subscribe")
    unsafe unsubscribe = try symbols.find("g_dbus_connection_signal_unsubscribe")
    connectionType = try symbols.find("g_dbus_connection_get_type")
    unsafe connect = try symbols.find("g_dbus_connection_new_for_address_sync")
    unsafe call = try symbols.find("g_dbus_connection_call_sync")
    unsafe remoteError = try symbols.find("g_dbus_error_get_remote_error")

    serviceType = try symbols.find("secret_service_get_type")
    unsafe ensureSession = try symbols.find("secret_service_ensure_session_sync")
    unsafe sessionPath = try symbols.find("secret_service_get_session_dbus_path")
    unsafe encode = try symbols.find("secret_service_encode_dbus_secret")
    unsafe decode = try symbols.find("secret_service_decode_dbus_secret")
    unsafe secretNew = try symbols.find("secret_value_new")
    unsafe secretBytes = try symbols.find("secret_value_get")
    unsafe secretUnref = try symbols.find("secret_value_unref")
  }

  /// An open library.
  @safe private struct Symbols {
    private let handle: UnsafeMutableRawPointer
    private let library: String

    init(library: String) throws(TokenStoreError) {
      guard let handle = unsafe dlopen(library, RTLD_NOW | RTLD_LOCAL) else {
        throw TokenStoreError(
          .absent, place: library,
          cause: "the library is not installed; the package is libsecret-1-0 on Debian and Ubuntu, libsecret on Fedora")
      }
      unsafe self.handle = unsafe handle
      self.library = library
    }

    /// Looks up a function. The variable that it is assigned to must have the function's C type.
    /// GLib's functions are found too, because the loader searches the library's dependencies.
    func find<Function>(_ name: String) throws(TokenStoreError) -> Function {
      guard let address = unsafe dlsym(handle, name) else {
        throw TokenStoreError(.absent, place: library, cause: "the library has no \(name); use version 0.18 or later")
      }
      return unsafe unsafeBitCast(address, to: Function.self)
    }
  }
}
#endif
