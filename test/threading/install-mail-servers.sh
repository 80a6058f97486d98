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

# Debian allows only one package with an SMTP server, so this one is unpacked beside Postfix. It looks up its user by name.
exim=/usr/local/lib/exim
unpack_exim() {
  install libdb5.3 libgnutls-dane0 libidn12 libpcre2-8-0 &&
    (cd "$(mktemp -d)" && apt-get download -qq exim4-daemon-light && dpkg -x exim4-daemon-light_*.deb "$exim") &&
    (id Debian-exim >/dev/null 2>&1 || useradd --system --no-create-home Debian-exim)
}

[ -x "$exim/usr/sbin/exim4" ] || unpack_exim ||
  echo 'exim4-daemon-light cannot be installed here: its refusals are not tested'
