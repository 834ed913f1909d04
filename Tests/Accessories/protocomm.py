# SPDX-License-Identifier: Apache-2.0
"""The accessory's side of protocomm's sessions: security 0, 1 and 2.

From ESP-IDF's components/protocomm (proto, src/security)."""

import copy
import hashlib
import os

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from fields import BreaksOff, decode, encode

COMMAND0, RESPONSE0, COMMAND1, RESPONSE1 = range(4)
KEY_LENGTH = 384
# The group of 3072 bits of RFC 3526 and RFC 5054; its generator is 5.
PRIME = (
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F"
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B"
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510"
    "15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7"
    "ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C"
    "BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF"
)


class Clear:
    """Security 0."""

    number = 0

    def receive(self, step, content):
        return encode((1, 0))

    def encrypt(self, data):
        return data

    decrypt = encrypt


class KeyExchange:
    """Security 1."""

    number = 1

    def __init__(self, possession):
        self.possession = possession.encode()
        self.stream = None

    def receive(self, step, content):
        if step == COMMAND0:
            return self.answer_hello(content.get(1, b""))
        if self.stream is None or self.stream.update(content.get(2, b"")) != self.public_key:
            raise BreaksOff("wrong proof of possession")
        return encode((1, 0), (3, self.stream.update(self.client_key)))

    def answer_hello(self, client_key):
        if len(client_key) != 32:
            raise BreaksOff("the client's public key has not 32 bytes")
        key = X25519PrivateKey.generate()
        self.client_key = client_key
        self.public_key = key.public_key().public_bytes(
            serialization.Encoding.Raw, serialization.PublicFormat.Raw
        )
        secret = key.exchange(X25519PublicKey.from_public_bytes(client_key))
        if self.possession:
            digest = hashlib.sha256(self.possession).digest()
            secret = bytes(a ^ b for a, b in zip(secret, digest))
        random = os.urandom(16)
        self.stream = Cipher(algorithms.AES(secret), modes.CTR(random)).encryptor()
        return encode((1, 0), (2, self.public_key), (3, random))

    def encrypt(self, data):
        if self.stream is None:
            raise BreaksOff("no session")
        return self.stream.update(data)

    decrypt = encrypt


class Password:
    """Security 2. The salt and the verifier are all that the accessory has of the password."""

    number = 2

    def __init__(self, user, password, patch):
        import srp

        srp.rfc5054_enable()
        self.srp = srp
        self.patch = patch
        self.user = user
        self.kind = {"hash_alg": srp.SHA512, "ng_type": srp.NG_CUSTOM, "n_hex": PRIME.encode(), "g_hex": b"5"}
        # The package takes the salt for a number, so that it must not begin with a zero.
        self.salt = b"\0"
        while self.salt[0] == 0:
            self.salt, self.verifier = srp.create_salted_verification_key(user, password, salt_len=16, **self.kind)
        self.session = self.key = None

    def begun(self):
        """The same for a new session."""
        other = copy.copy(self)
        other.session = other.key = None
        return other

    def receive(self, step, content):
        if step == COMMAND0:
            user, key = content.get(1, b""), content.get(2, b"")
            if not user or len(key) != KEY_LENGTH:
                raise BreaksOff("no user, or a public key that has not 384 bytes")
            self.session = self.srp.Verifier(user.decode(), self.salt, self.verifier, key, **self.kind)
            salt, public_key = self.session.get_challenge()
            if public_key is None:
                raise BreaksOff("the public key is a multiple of the prime")
            return encode((1, 0), (2, public_key), (3, salt))
        proof = self.session and self.session.verify_session(content.get(1, b""))
        if not proof:
            raise BreaksOff("wrong proof")
        self.key = AESGCM(self.session.get_session_key()[:32])
        self.nonce = os.urandom(8)
        self.counter = 1
        return encode((1, 0), (2, proof), (3, self.nonce + self.counter.to_bytes(4, "big")))

    def next_nonce(self):
        if self.key is None:
            raise BreaksOff("no session")
        nonce = self.nonce + self.counter.to_bytes(4, "big")
        self.counter += self.patch
        return nonce

    def encrypt(self, data):
        return self.key.encrypt(self.next_nonce(), data, None)

    def decrypt(self, data):
        try:
            return self.key.decrypt(self.next_nonce(), data, None)
        except Exception as error:
            raise BreaksOff("cannot decrypt") from error


class Session:
    """One session, made anew with each first command."""

    def __init__(self, make_security):
        self.make_security = make_security
        self.security = make_security()
        self.established = False

    def negotiate(self, data):
        message = decode(data)
        number = self.security.number
        if message.get(2, 0) != number:
            raise BreaksOff("another security is needed")
        payload = decode(message.get(10 + number, b""))
        step = payload.get(1, 0)
        if step not in (COMMAND0, COMMAND1) or 20 + step not in payload:
            raise BreaksOff("no command")
        if step == COMMAND0:
            self.security, self.established = self.make_security(), False
        try:
            answer = self.security.receive(step, decode(payload[20 + step]))
        except BreaksOff:
            self.security, self.established = self.make_security(), False
            raise
        self.established = step == COMMAND1 or number == 0
        return encode((2, number), (10 + number, encode((1, step + 1), (21 + step, answer))))

    def decrypt(self, data):
        if not self.established:
            raise BreaksOff("no session")
        return self.security.decrypt(data)

    def encrypt(self, data):
        return self.security.encrypt(data)
