import { describeFailure, passwordAdvice } from '#lib/connect/login-messages.ts';
import { bodySnippet, readRetryAfter } from '#lib/network/post.ts';
import { isPublicAddress } from '#lib/network/public-address.ts';
import { checkPublicHost } from '#lib/network/public-host.ts';
import { checkPublicUrl } from '#lib/network/public-url.ts';
import { evaluateKey } from '#lib/sender-dns/dkim.ts';
import { readPolicy } from '#lib/sender-dns/dmarc.ts';
import { textLengthMax } from '#lib/sender-dns/dns-queries.ts';
import { isOfProvider, organisationOf } from '#lib/sender-dns/organisation.ts';
import { expandName } from '#lib/sender-dns/spf-macros.ts';
import { readSpf, spfTexts } from '#lib/sender-dns/spf-record.ts';
import { readTagList } from '#lib/sender-dns/tag-list.ts';
import type { Parser } from './measure.ts';

const subject = { sender: 'ann@mail.example.com', address: '2001:db8::1', helo: 'mail.example.com' };

/** Parsers of responses from name servers, web servers and mail servers, and of host names. */
export const networkParsers: readonly Parser[] = [
  {
    name: 'URL',
    sample: 'https://user:x@www.example.com:8443/a?b#c',
    run: (text) => checkPublicUrl(text, { loopback: 'refuse' }),
  },
  { name: 'host', sample: 'mail.example.com', run: (text) => checkPublicHost(text, { loopback: 'refuse' }) },
  { name: 'IP address', sample: '2001:db8::1', run: isPublicAddress },
  {
    name: 'Retry-After',
    sample: 'Wed, 02 Jan 2030 03:04:05 GMT',
    run: (text) => readRetryAfter({ 'retry-after': text, date: text }),
  },
  {
    name: 'beginning of a response',
    sample: 'text/plain',
    run: (text) => bodySnippet(Buffer.from(text), { 'content-type': text.slice(0, 16_384) }),
  },
  {
    name: 'SPF record',
    sample: 'v=spf1 include:_spf.example.com ip4:192.0.2.0/24 a:%{d}/24//64 -all',
    limit: textLengthMax,
    run: (text) => spfTexts([text]).map(readSpf),
  },
  {
    name: 'SPF record, its terms',
    sample: 'exists:%{i}._spf.%{d2}',
    limit: textLengthMax,
    run: (text) => readSpf(`v=spf1 ${text}`),
  },
  {
    name: 'SPF macros',
    sample: '%{l1r+}.%{ir}.%{v}._spf.%{d2}',
    limit: textLengthMax,
    run: (text) => expandName(text, 'example.com', subject),
  },
  { name: 'DKIM key', sample: 'v=DKIM1; k=rsa; p=MIGfMA0G; s=email', limit: textLengthMax, run: evaluateKey },
  {
    name: 'DMARC policy',
    sample: 'v=DMARC1; p=none; rua=mailto:a@b.example',
    limit: textLengthMax,
    run: (text) => readPolicy([text]),
  },
  { name: 'tag list', sample: 'v=DKIM1; p=; ', run: readTagList },
  {
    name: 'organisation of a name',
    sample: 'mail.acme.co.uk',
    limit: 253,
    run: (text) => [organisationOf(text), isOfProvider(text, 'gmail.com', 'a.example')],
  },
  { name: 'name of a mail server', sample: 'smtp.zoho.com.au', run: passwordAdvice },
  {
    name: 'code of a failure',
    sample: 'ERR_TLS_CERT_ALTNAME_INVALID',
    run: (text) => describeFailure(Object.assign(new Error(), { code: text })),
  },
];
