#!/bin/sh
# Usage: WEBHOOK_SECRET=whsec_… sh verify.sh SIGNATURE < body, exit code 0 or 1.
# For manual checks only: other processes can see the secret, and the comparison does not take constant time.
set -eu
digest=$(openssl dgst -sha256 -hmac "${WEBHOOK_SECRET:?}" -r)
[ "${1-}" = "sha256=${digest%% *}" ]
