// SPDX-License-Identifier: Apache-2.0

/// The end of the tool's own help text.
enum ExitText {
    static let text = """
        EXIT STATUS:
          0   success
          1   unknown error
          2   invalid input
          3   timed out
          4   joining failed
          5   leaving, or restoring the uplink, failed
          7   removal failed
          8   accessoryd or NetworkManager is not running, or no radio can be used
          9   not authorized
          10  no such app, accessory, network or plan; the accessory is not on the home network
          11  no picker is running where the person is, or its rule chose nothing: nobody can choose
          12  a passphrase is missing
          13  the person cancelled
          24  onboard: the network refused the accessory's passphrase
          25  onboard: the accessory does not see the network
          26  onboard: the accessory refused the proof, or needs one
          27  onboard: a person has to press the accessory's button
          28  onboard: the accessory's hotspot does not serve its set-up
          29  onboard, network move: the accessory refused, or the passphrase would have been readable
          30  onboard, network move: the connection to the accessory ended before it had the network, or is not there yet
          31  onboard: the accessory has the network, and the network does not show it
        """
}
