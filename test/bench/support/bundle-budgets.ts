import { endpoints } from '#lib/operations.ts';

const kilobyte = 1024;

/** Size limits in KB of functions that may be larger than others of their kind, with reasons. */
const exceptions: Readonly<Record<string, number>> = {
  // nodemailer composes and sends emails, 95 KB; imapflow and the message parser look for replies first, 290
  // KB. The table of mail server replies and the quotation phrases in many languages are 25 KB.
  // Links of reports without our id, and reports by Amazon SNS, are 6 KB.
  // The module of the parser's thread repeats 30 KB of shared libraries.
  'emails.send': 830,
  // imapflow and the message parser; the links of reports, 5 KB. The parser's thread, as for `emails.send`.
  'inbox.sync': 691,
  // Logs in to both servers: nodemailer's connection, 45 KB, imapflow, 210 KB, and the guarded connection.
  // The table of mail server replies, the ids in them, and the reservation of the idempotency key.
  'connect.smtp': 544,
  // The same, and the OAuth client; `connect.begin` only redirects to the provider.
  'connect.finish': 560,
  'connect.begin': 262,
  // csv-parse is 30 KB, the form parser 7 KB. Rows use companies, the blocklist and enrolment; parts and
  // changes of contacts are 8 KB more. All other endpoints have a limit of 250 KB.
  'contacts.import': 311,
  // A visit proves the arrival of an email, which is then recorded as sent, with its subject: windows,
  // templates and settling, 30 KB.
  'tracking.open': 267,
  'tracking.click': 267,
  // An unsubscribe proves an arrival, too.
  'tracking.unsubscribe': 268,
  // Checks with DNS whether domains point to the service and claims them: the guarded connection, the signing
  // key. Counts dead letters, 0.5 KB.
  'maintenance.sweep': 300,
  // The public suffix list, 80 KB, for organisational domains.
  'email-accounts.check-health': 306,
  // Suppression, campaigns and companies of a contact; the limit of requests in flight, 1 KB; continuing
  // campaigns at a step, 8 KB.
  'contacts.update': 265,
  'contacts.create': 255,
  // Adds a new domain to the list of domains to check. Merges settings objects.
  'email-accounts.update': 261,
  // The list of public addresses: ipaddr.js, 15 KB.
  'webhooks.create': 256,
  'webhooks.update': 253,
  // Sends a request: the guarded connection and ipaddr.js, 30 KB, and the KMS client. The stage's path in a
  // Location header, 0.5 KB. Reserves the idempotency key.
  'webhooks.test': 265,
  // Commits, which includes the code for taking events back; and every entry of `needs` has its variables.
  'webhooks.deliver': 266,
  'webhooks.deliver-slowly': 266,
  // Two clients in addition to the table's: SQS, and the scheduler with its own protocol, 30 KB.
  'campaigns.dispatch': 276,
  // The dry run contains the code that plans, renders and sends, because it makes the same decisions.
  'campaigns.start': 281,
  // The sending status estimates the completion with the dry run's simulation, 15 KB.
  'campaigns.get': 268,
  'campaigns.update': 284,
  'campaigns.create': 255,
  // Compose an email: nodemailer, 95 KB. The test logs in to the mail server: nodemailer's connection, the guarded
  // connection and the OAuth client, 100 KB.
  'campaigns.preview': 346,
  'campaigns.test': 446,
  // The compressed document: it grows with the API, and is not parsed.
  'docs.page': 280,
  'docs.openapi': 280,
};

export function isEndpoint(operation: string): boolean {
  return endpoints.some(({ name }) => name === operation);
}

/** Maximum size of a function's module in bytes. */
export function bytesMaxOf(operation: string): number {
  return (exceptions[operation] ?? (isEndpoint(operation) ? 250 : 260)) * kilobyte;
}

/**
 * Number of built-in modules that may be loaded before a function is ready. Mail servers need TLS and MIME.
 */
export function builtInsMaxOf(operation: string): number {
  const mailing = [
    'campaigns.preview',
    'campaigns.test',
    'connect.finish',
    'connect.smtp',
    'emails.send',
    'inbox.sync',
  ];

  return mailing.includes(operation) ? 60 : 50;
}

/** Modules that no function needs, and that were once bundled by careless imports. */
export const forbiddenInputs: readonly RegExp[] = [
  /zod\/v4\/(locales|classic)\//,
  /@aws-sdk\/credential-provider-(ini|sso|process|login|web-identity)\//,
  /@aws-sdk\/nested-clients\//,
  /^(test|infra\/(?!bundle\/))/,
];

/** A function's module contains only its own handler. */
export function isForeignFunction(operation: string, input: string): boolean {
  const [domain, verb] = operation.split('.');

  return input.startsWith('functions/') && input !== `functions/${domain}/${verb}.ts`;
}
