# SPDX-License-Identifier: Apache-2.0
import os, varlink

client = varlink.Client("unix:" + os.environ.get("ACCESSORYD_RUNTIME_DIR", "/run/accessoryd") + "/app.socket")
session, agent = client.open("org.accessoryd.Setup"), client.open("org.accessoryd.Setup")
events = session.Activate(_more=True)
next(events)
chosen = agent.ShowPicker([{"name": "Camera", "descriptor": {"ssidPrefix": "MyCam-"}, "showsOwn": True}])
print(chosen["accessory"]["displayName"], "is at", chosen["link"]["gateway"], "by", chosen["link"]["interface"])
agent.LeaveHotspot()
