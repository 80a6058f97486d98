# Debian's IMAP server is a second opinion: where it cannot be had, its test is skipped.
[ -x /usr/lib/dovecot/imap ] ||
  (apt-get update -qq && apt-get install -qq -y --no-install-recommends dovecot-imapd) ||
  echo 'dovecot-imapd cannot be installed here: what it says of threads is not asked'
