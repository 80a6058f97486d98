#!/bin/sh
# Usage: WEBHOOK_SECRET=whsec_… sh verify.sh SIGNATURE < body, which exits with 0 or 1.
# To look into a delivery by hand: other processes of the machine can see the secret, and a shell does not compare in
# constant time.
set -eu
digest=$(openssl dgst -sha256 -hmac "${WEBHOOK_SECRET:?}" -r)
[ "${1-}" = "sha256=${digest%% *}" ]
