# Debian's mail servers are a second opinion: where they cannot be had, their tests are skipped.
export DEBIAN_FRONTEND=noninteractive

install() {
  apt-get update -qq && apt-get install -qq -y --no-install-recommends "$@"
}

[ -x /usr/lib/dovecot/imap ] || install dovecot-imapd ||
  echo 'dovecot-imapd cannot be installed here: what it says of threads and inboxes is not asked'

[ -x /usr/lib/dovecot/lmtp ] || install dovecot-lmtpd ||
  echo 'dovecot-lmtpd cannot be installed here: mails are not handed over to Postfix'

# Debian allows only one package with an IMAP server, so this one is unpacked beside Dovecot.
courier=/usr/local/lib/courier-imap
unpack_courier() {
  install courier-authlib libcourier-unicode4 libgamin0 libgdbm6 libidn12 &&
    (cd "$(mktemp -d)" && apt-get download -qq courier-imap && dpkg -x courier-imap_*.deb "$courier")
}

[ -x "$courier/usr/bin/imapd" ] || unpack_courier ||
  echo 'courier-imap cannot be installed here: its inboxes are not read'

# Without a configuration of the machine's own it is not started: the tests have theirs.
[ -x /usr/sbin/postfix ] ||
  (echo 'postfix postfix/main_mailer_type select No configuration' | debconf-set-selections && install postfix) ||
  echo 'postfix cannot be installed here: mails are not handed over to it'

[ -x /usr/sbin/exim4 ] || install exim4-daemon-light ||
  echo 'exim4-daemon-light cannot be installed here: its refusals are not tested'
