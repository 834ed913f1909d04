#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""device.py ADDRESS STATION: a device of the home network, in a network namespace of its own.

It waits for its interface plug0, takes the address, and obeys lines on standard input: `announce`, `move ADDRESS`, `withdraw`.
`announce_ipv6` announces its link-local address alone, over IPv6.
"""

import ipaddress
import json
import socket
import subprocess
import sys
import time

from zeroconf import IPVersion, ServiceInfo, Zeroconf

TYPE = "_shelly._tcp.local."


def ip(*words):
    subprocess.run(("ip", *words), check=True)


def wait_for_interface():
    monitor = subprocess.Popen(("ip", "monitor", "link"), stdout=subprocess.PIPE, text=True)
    try:
        while "plug0" not in {name for _, name in socket.if_nameindex()}:
            monitor.stdout.readline()
    finally:
        monitor.terminate()


def link_local_address():
    while True:
        command = ("ip", "-json", "-6", "address", "show", "dev", "plug0", "scope", "link", "-tentative")
        for link in json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout):
            for address in link.get("addr_info", []):
                return address["local"]
        time.sleep(0.1)


class Device:
    def __init__(self, address, station):
        self.station = station.replace(":", "").upper()
        self.name = f"shellyplus1-{self.station.lower()}"
        self.address = address
        ip("link", "set", "lo", "up")
        ip("link", "set", "plug0", "up")
        ip("address", "add", f"{address}/24", "dev", "plug0")
        ip("route", "add", "224.0.0.0/4", "dev", "plug0")
        self.zeroconf = Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
        self.info = None

    def service(self):
        return ServiceInfo(
            TYPE, f"{self.name}.{TYPE}", addresses=[ipaddress.ip_address(self.address).packed], port=80,
            properties={"id": self.name, "mac": self.station}, server=f"{self.name}.local.")

    def announce(self):
        self.info = self.service()
        self.zeroconf.register_service(self.info)

    def announce_ipv6(self):
        self.address = link_local_address()
        self.zeroconf.close()
        self.zeroconf = Zeroconf(interfaces=[socket.if_nametoindex("plug0")], ip_version=IPVersion.V6Only)
        self.announce()

    def move(self, address):
        # A record of the last second outlives its successor (RFC 6762, section 10.2), and no device joins again so fast.
        time.sleep(1.5)
        ip("address", "add", f"{address}/24", "dev", "plug0")
        self.address = address
        self.info = self.service()
        self.zeroconf.update_service(self.info)

    def withdraw(self):
        self.zeroconf.unregister_service(self.info)


def main():
    wait_for_interface()
    device = Device(*sys.argv[1:3])
    for line in sys.stdin:
        words = line.split()
        getattr(device, words[0])(*words[1:])
        print("done", line.strip(), flush=True)


main()
