"""A contribution to verifiable dice that a player makes elsewhere, and its fingerprint."""

import hashlib

CONTRIBUTION = "3b5c0a94d7e16f28813ac4b2f09d5e67"
FINGERPRINT = hashlib.sha256(CONTRIBUTION.encode()).hexdigest()
