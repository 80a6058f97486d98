import type { TrackingDomainReason } from '#lib/email-accounts/email-account.ts';
import { markdownTable } from '../markdown.ts';

const reasonRows: Readonly<Record<TrackingDomainReason, readonly [problem: string, remedy: string]>> = {
  record_missing: [
    'no TXT record at `_outreach.` plus your domain has the value `trackingDomainToken`',
    'publish the record. A change takes effect after the TTL of the former record',
  ],
  dns_unavailable: [
    'the lookup of the TXT record failed',
    'if it stays for hours, check the name servers of your domain',
  ],
  name_not_found: ['your domain has no address', 'create the CNAME record, or the record of your proxy'],
  unreachable: [
    'no complete response within 5 seconds from port 443, or no public address',
    'check the CNAME record, or your proxy and its firewall',
  ],
  certificate_invalid: [
    'the certificate is not valid for your domain',
    'with the CNAME record, ask the operator of the service to add your domain. On your own proxy, renew the certificate',
  ],
  points_elsewhere: [
    'the response is not from this service, or the proxy does not name your domain in `X-Forwarded-Host`',
    'correct the CNAME record, or the configuration of your proxy',
  ],
  verified_by_another: [
    'another workspace has verified your domain',
    'remove it there, or delete the TXT record of that workspace and wait for a day',
  ],
};

/** How to set up a tracking domain, in Markdown. */
export const trackingDomainsText = `
Links in emails use the domain of the service. An account can use a domain of yours instead, such as \`links.example.com\`, that serves nothing else:

1. Set \`trackingDomain\` of the account.
2. Publish a TXT record with the name \`_outreach.links.example.com\` and the value \`trackingDomainToken\`. It proves that you own the domain.
3. If the response of \`/\` has a \`trackingDomainTarget\`, publish a CNAME record from your domain to this name, and ask the operator of the service to add your
   domain. The service then has a certificate for it.
4. If it has none, or if you prefer your own server, run a proxy with a certificate for your domain. It passes requests for \`/t/\` and \`/u/\` to the
   URL of the service. Their \`Host\` is the host of the service, because its gateway responds to other hosts with 403, and \`X-Forwarded-Host\` is your
   domain. The proxy caches nothing. This is a configuration of Caddy, which obtains the certificate and sets \`X-Forwarded-Host\`:

   \`\`\`
   links.example.com {
     @links path /t/* /u/*
     reverse_proxy @links https://api.example.com {
       header_up Host api.example.com
     }
   }
   \`\`\`

   If the URL of the service has a path, such as \`/prod\`, the proxy adds it before the path of the request.

The check runs within about a minute after step 1, and every hour until it succeeds. Until then, emails use the domain of the service. It requests a
signed link on your domain and compares the response. Keep all records: if a later check fails, new emails use the domain of the service again.

${markdownTable(
  ['`trackingDomainReason`', 'Problem', 'What to do'],
  Object.entries(reasonRows).map(([reason, cells]) => [`\`${reason}\``, ...cells]),
)}
`.trim();
