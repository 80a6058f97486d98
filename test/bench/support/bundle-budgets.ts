import { endpoints, fallback } from '#lib/operations.ts';

const kilobyte = 1024;

/** Size limits in KB of functions that may be larger than others of their kind, with reasons. The check of the caller's authority is 0.7 KB. */
const exceptions: Readonly<Record<string, number>> = {
  // nodemailer composes and sends emails, 95 KB; imapflow and the message parser look for replies first, 290
  // KB. The table of mail server replies and the quotation phrases in many languages are 25 KB.
  // Links of reports without our id, and reports by Amazon SNS, are 6 KB.
  // The module of the parser's thread repeats 30 KB of shared libraries. Wishes to unsubscribe in 30 languages are 30 KB,
  // twice; marks of quotations in HTML, 10 KB; folders, rejections and counts of the account, 20 KB.
  // The stopwatch of connections, 0.7 KB.
  'emails.send': 950,
  // imapflow and the message parser; the links of reports, 5 KB. The parser's thread, as for `emails.send`.
  'inbox.sync': 786,
  // Logs in to both servers: nodemailer's connection, 45 KB, imapflow, 210 KB, and the guarded connection.
  // The table of mail server replies, the ids in them, and the reservation of the idempotency key.
  'connect.smtp': 559,
  // The same, and the OAuth client; `connect.begin` only redirects to the provider.
  'connect.finish': 586,
  'connect.begin': 267,
  // csv-parse is 30 KB, the form parser 7 KB. Rows use companies, the blocklist and enrolment; parts and
  // changes of contacts are 8 KB more. The column names, statuses and notations of other products are 15 KB. All other endpoints have a limit of 254 KB.
  // Values of the blocklist, 4 KB.
  'contacts.import': 361,
  // The same without the digests of erased addresses.
  'blocklist.import': 343,
  // A visit proves the arrival of an email, which is then recorded as sent, with its subject: windows,
  // templates and settling, 30 KB. Errors as JSON or a page, 0.6 KB; pages in 15 languages, 10 KB.
  'tracking.open': 289,
  'tracking.click': 289,
  // An unsubscribe proves an arrival, too. The page has the pages in 15 languages.
  'tracking.unsubscribe-page': 263,
  'tracking.unsubscribe': 291,
  // Checks with DNS whether domains point to the service and claims them: the guarded connection, the signing
  // key. Counts dead letters, 0.5 KB. Resumes exports, 0.5 KB.
  // Stores what webhooks include in events, 0.8 KB.
  'maintenance.sweep': 320,
  // The public suffix list, 80 KB, for the domains of mail servers.
  'email-accounts.check-health': 309,
  // Suppression, campaigns and companies of a contact; the limit of requests in flight, 1 KB; continuing
  // campaigns at a step, 8 KB. The digests of erased addresses: the KMS client, 12 KB.
  'contacts.update': 291,
  'contacts.create': 280,
  // Adds a new domain to the list of domains to check. Merges settings objects.
  'email-accounts.update': 268,
  // The list of public addresses: ipaddr.js, 15 KB.
  'webhooks.create': 272,
  'webhooks.update': 259,
  // Sends a request: the guarded connection and ipaddr.js, 30 KB, and the KMS client. The stage's path in a
  // Location header, 0.5 KB. Reserves the idempotency key.
  'webhooks.test': 281,
  // Commits and emits events about the endpoint, 9 KB; and every entry of `needs` has its variables.
  // Reads what webhooks include in events, 0.5 KB.
  'webhooks.deliver': 284,
  'webhooks.deliver-slowly': 284,
  // Two clients in addition to the table's: SQS, and the scheduler with its own protocol, 30 KB.
  'campaigns.dispatch': 284,
  // The dry run contains the code that plans, renders and sends, because it makes the same decisions.
  'campaigns.start': 306,
  // Links that are no URLs are found in the rendered texts, 6 KB.
  // The sending status estimates the completion with the dry run's simulation, 15 KB.
  'campaigns.get': 281,
  // Reads campaigns and executions, and compares variants.
  'campaigns.stats': 256,
  'campaigns.update': 308,
  // Checks the campaign and its steps like an update.
  'campaigns.choose-winner': 295,
  'campaigns.create': 278,
  // Compose an email: nodemailer, 95 KB. The test logs in to the mail server: nodemailer's connection, the guarded
  // connection and the OAuth client, 100 KB.
  'campaigns.preview': 368,
  // Reads the blocklist and counts towards the limits of emails, 5 KB.
  'campaigns.test': 476,
  // Every change writes an entry of the audit log, 3 KB.
  'campaigns.delete': 260,
  'campaigns.pause': 263,
  // Refuses API keys with an expiry, 0.3 KB.
  'webhooks.rotate-secret': 258,
  // Its actions use enrolment and the decisions of the dispatcher.
  'campaigns.update-recipients': 302,
  // Composes an answer and checks whether the address is blocked.
  // Counts towards the limits of emails, 1 KB.
  'replies.answer': 267,
  // An email with a token: the account, the blocklist and the limits of emails. The authority of the creators of open tokens, 2 KB.
  'users.create-password-reset': 269,
  'users.invite': 268,
  // Change contacts like the endpoints: companies, the blocklist and enrolment. Imports look up erased addresses with KMS.
  // Bulk jobs share their function with exports: the S3 client, 145 KB, and the lists of all types, 45 KB.
  // Formulas in cells, 0.2 KB.
  'bulk-jobs.run': 479,
  // Adds values to the blocklist, 2 KB.
  'contacts.run-import': 279,
  // Deletes exported files: the S3 client, 145 KB. Addresses in refused rows, 1 KB.
  'erasures.run': 408,
  // The compressed document: it grows with the API and its examples, and is not parsed.
  'docs.openapi': 317,
  // The compressed script of the API reference, 1,850 KB, which is returned as it is.
  'docs.asset': 2100,
};

export function isEndpoint(operation: string): boolean {
  return [...endpoints, fallback].some(({ name }) => name === operation);
}

/** Maximum size of a function's module in bytes. */
export function bytesMaxOf(operation: string): number {
  return (exceptions[operation] ?? (isEndpoint(operation) ? 254 : 262)) * kilobyte;
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
