-- SPDX-License-Identifier: Apache-2.0
-- What accessoryd kept with schema 4, after `accessoryctl setup --app org.example.camera --select strongest`.
PRAGMA journal_mode = WAL;
BEGIN TRANSACTION;
CREATE TABLE bonds (address TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE history (
    id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, action TEXT NOT NULL, app TEXT NOT NULL,
    uid INTEGER, accessory TEXT, name TEXT NOT NULL, who TEXT NOT NULL, proof_kind TEXT, proof_id TEXT,
    why TEXT NOT NULL);
INSERT INTO "history" VALUES(1,1795281447,'granted','org.example.camera',NULL,'0c7df72e-7e0a-4f74-b953-b9677e6f044d','Camera','uid 0 (root), executable /usr/bin/accessoryctl',NULL,NULL,'chosen at the picker');
CREATE TABLE hotspot_secrets (
    app TEXT NOT NULL, uid INTEGER NOT NULL, ssid BLOB NOT NULL, is_prefix INTEGER NOT NULL,
    passphrase TEXT NOT NULL, PRIMARY KEY (app, uid, is_prefix, ssid)) WITHOUT ROWID;
CREATE TABLE hotspots (
    app TEXT NOT NULL, uid INTEGER NOT NULL, ssid BLOB NOT NULL, is_prefix INTEGER NOT NULL,
    hidden INTEGER NOT NULL, join_once INTEGER NOT NULL, applied INTEGER NOT NULL, expires INTEGER,
    PRIMARY KEY (app, uid, is_prefix, ssid)) WITHOUT ROWID;
CREATE TABLE journal (interface TEXT NOT NULL PRIMARY KEY, ssid BLOB NOT NULL, protection TEXT NOT NULL);
CREATE TABLE pictures (
    accessory TEXT NOT NULL PRIMARY KEY, reference TEXT NOT NULL, type TEXT NOT NULL,
    data BLOB NOT NULL);
CREATE TABLE records (
    app TEXT NOT NULL, uid INTEGER NOT NULL, accessory TEXT NOT NULL, name TEXT NOT NULL, image TEXT,
    ssid BLOB, bssid TEXT, bluetooth_address TEXT, bluetooth_identifier TEXT, state TEXT NOT NULL,
    security TEXT, frequency INTEGER, hidden INTEGER NOT NULL, origin TEXT NOT NULL,
    granted_by TEXT NOT NULL, proof_kind TEXT, proof_id TEXT, granted INTEGER NOT NULL, expires INTEGER, descriptor TEXT, bridging TEXT,
    PRIMARY KEY (app, uid, accessory)) WITHOUT ROWID;
INSERT INTO "records" VALUES('org.example.camera',-1,'0c7df72e-7e0a-4f74-b953-b9677e6f044d','Camera','camera-video',X'4D7943616D2D30303031','02:00:00:00:01:01',NULL,NULL,'authorized','open',2437,0,'picker','uid 0 (root), executable /usr/bin/accessoryctl at the picker',NULL,NULL,1795281447,NULL,'{"ssidPrefix":"MyCam-"}',NULL);
CREATE TABLE secrets (accessory TEXT NOT NULL PRIMARY KEY, passphrase TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX records_of_accessory ON records (accessory);
CREATE INDEX pictures_by_reference ON pictures (reference);
COMMIT;
PRAGMA user_version = 4;
