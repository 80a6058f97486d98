/** A mail server that was found or given, before any login. */
export interface FoundServer {
  readonly host: string;
  readonly port: number;
  /** Implicit TLS. */
  readonly secure: boolean;
}

interface Provider {
  readonly smtp: FoundServer;
  readonly imap: FoundServer;
  /** Domains of the provider's public addresses. */
  readonly domains?: readonly string[];
  /** Suffixes of the host names in its customers' MX records. */
  readonly mx?: readonly string[];
}

const secureAt = (smtp: string, imap: string) => ({
  smtp: { host: smtp, port: 465, secure: true },
  imap: { host: imap, port: 993, secure: true },
});

/** For providers without implicit TLS. */
const startTlsAt = (smtp: string, imap: string) => ({
  smtp: { host: smtp, port: 587, secure: false },
  imap: { host: imap, port: 993, secure: true },
});

/*
 * Customers with their own domains are identified by MX. nodemailer's list of services has neither IMAP servers nor MX names,
 * and most of its services are not mailbox providers, so this project has its own table.
 */
const providers: readonly Provider[] = [
  {
    ...secureAt('smtp.gmail.com', 'imap.gmail.com'),
    domains: ['gmail.com', 'googlemail.com'],
    mx: ['google.com', 'googlemail.com'],
  },
  {
    ...startTlsAt('smtp-mail.outlook.com', 'outlook.office365.com'),
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  },
  {
    ...startTlsAt('smtp.office365.com', 'outlook.office365.com'),
    mx: ['mail.protection.outlook.com', 'mx.microsoft'],
  },
  { ...secureAt('smtp.aol.com', 'imap.aol.com'), domains: ['aol.com'] },
  {
    ...secureAt('smtp.mail.yahoo.com', 'imap.mail.yahoo.com'),
    domains: ['yahoo.com', 'ymail.com', 'rocketmail.com'],
    mx: ['yahoodns.net'],
  },
  {
    ...secureAt('smtp.fastmail.com', 'imap.fastmail.com'),
    domains: ['fastmail.com', 'fastmail.fm'],
    mx: ['messagingengine.com'],
  },
  { ...secureAt('smtp.zoho.com', 'imap.zoho.com'), domains: ['zoho.com', 'zohomail.com'] },
  { ...secureAt('smtppro.zoho.com', 'imappro.zoho.com'), mx: ['zoho.com'] },
  { ...secureAt('smtppro.zoho.eu', 'imappro.zoho.eu'), mx: ['zoho.eu'] },
  { ...secureAt('smtppro.zoho.in', 'imappro.zoho.in'), mx: ['zoho.in'] },
  {
    ...startTlsAt('smtp.mail.me.com', 'imap.mail.me.com'),
    domains: ['icloud.com', 'me.com', 'mac.com'],
    mx: ['mail.icloud.com'],
  },
  {
    ...secureAt('mail.gmx.net', 'imap.gmx.net'),
    domains: ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch'],
  },
  { ...secureAt('mail.gmx.com', 'imap.gmx.com'), domains: ['gmx.com'] },
  { ...startTlsAt('smtp.web.de', 'imap.web.de'), domains: ['web.de'] },
  { ...secureAt('securesmtp.t-online.de', 'secureimap.t-online.de'), domains: ['t-online.de'] },
  { ...secureAt('smtp.ionos.de', 'imap.ionos.de'), mx: ['kundenserver.de', 'ionos.de'] },
  { ...secureAt('smtp.ionos.com', 'imap.ionos.com'), mx: ['ionos.com'] },
  { ...secureAt('smtp.strato.de', 'imap.strato.de'), mx: ['rzone.de'] },
  { ...secureAt('ssl0.ovh.net', 'ssl0.ovh.net'), mx: ['mail.ovh.net'] },
  { ...secureAt('mail.infomaniak.com', 'mail.infomaniak.com'), mx: ['infomaniak.ch'] },
  { ...secureAt('mail.gandi.net', 'mail.gandi.net'), mx: ['mail.gandi.net'] },
  { ...secureAt('smtp.mailbox.org', 'imap.mailbox.org'), domains: ['mailbox.org'], mx: ['mailbox.org'] },
  { ...secureAt('smtp.migadu.com', 'imap.migadu.com'), mx: ['migadu.com'] },
  { ...secureAt('mail.privateemail.com', 'mail.privateemail.com'), mx: ['privateemail.com'] },
  { ...secureAt('smtpout.secureserver.net', 'imap.secureserver.net'), mx: ['secureserver.net'] },
  { ...secureAt('secure.emailsrvr.com', 'secure.emailsrvr.com'), mx: ['emailsrvr.com'] },
  { ...secureAt('smtp.hostinger.com', 'imap.hostinger.com'), mx: ['hostinger.com'] },
  { ...secureAt('smtp.titan.email', 'imap.titan.email'), mx: ['titan.email'] },
  {
    ...secureAt('smtp.yandex.com', 'imap.yandex.com'),
    domains: ['yandex.com', 'yandex.ru'],
    mx: ['yandex.net', 'yandex.ru'],
  },
];

export function providerOfDomain(domain: string): Provider | undefined {
  return providers.find(({ domains = [] }) => domains.includes(domain));
}

/** Finds a provider by the domain's preferred mail exchanger. Others may belong to another company. */
export function providerOfMx([first]: readonly string[]): Provider | undefined {
  if (first === undefined) return undefined;

  return providers.find(({ mx = [] }) => mx.some((end) => first === end || first.endsWith(`.${end}`)));
}
