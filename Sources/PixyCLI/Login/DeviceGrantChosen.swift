/// The person at the terminal wants to sign in on another device instead: whoever runs the sign-in goes on with the device grant.
struct DeviceGrantChosen: Error {}
