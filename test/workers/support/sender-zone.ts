import type { Zone } from '../../support/name-server.ts';

const key = 'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP';

/** A domain with valid SPF, DKIM and DMARC records and a separate mail server. */
export const goodZone: Zone = {
  txt: {
    'acme.example': ['v=spf1 mx -all', 'some-site-verification=1'],
    'default._domainkey.acme.example': [`v=DKIM1; k=rsa; p=${key}`],
    '_dmarc.acme.example': ['v=DMARC1; p=reject; rua=mailto:dmarc@acme.example'],
  },
  mx: { 'acme.example': ['mail.acme.example'] },
  addresses: { 'mail.acme.example': ['192.0.2.10', '2001:db8::10'] },
};
