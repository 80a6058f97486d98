import { endpoints } from '#lib/operations.ts';

const kilobyte = 1024;

/** Functions that may be larger than others of their kind, and what for. In KB. */
const exceptions: Readonly<Record<string, number>> = {
  // nodemailer writes and hands over the mails, 95 KB; imapflow and what reads messages look for replies first, 290 KB.
  // The table of mail servers' replies and the wording of quoted replies in many languages are 25 KB.
  'emails.send': 771,
  // imapflow, and what takes messages apart.
  'inbox.sync': 654,
  // It logs in to both servers: nodemailer's connection, 45 KB, imapflow, 210 KB, and the guarded connection.
  // The table of mail servers' replies, and the reservation of the idempotency key.
  'connect.smtp': 543,
  // The same, and what speaks OAuth; the other one leads to the provider only.
  'connect.finish': 560,
  'connect.begin': 262,
  // csv-parse is 30 KB, the parser of forms 7, and rows bring companies, the blocklist and enrolment with them, parts and what
  // changes a contact 8 KB more; all other endpoints are held to 250.
  'contacts.import': 310,
  // What a visit shows to have arrived is recorded as sent, with its subject: windows, templates and settling, 30 KB.
  'tracking.open': 267,
  'tracking.click': 267,
  // An unsubscribe proves an arrival, too.
  'tracking.unsubscribe': 268,
  // It asks name servers and domains whether these lead here, and claims those that do: the guarded connection, the signing key.
  // It counts dead letters, half a KB.
  'maintenance.sweep': 299,
  // The list of public suffixes, 80 KB: whose name a name is.
  'email-accounts.check-health': 306,
  // Suppression, campaigns and companies of a contact; the shell limits requests in flight, 1 KB.
  // It continues campaigns at a step, 8 KB.
  'contacts.update': 265,
  'contacts.create': 255,
  // A new domain is put on the list of those that are to be asked.
  // It merges objects of settings.
  'email-accounts.update': 261,
  // Which addresses are public: ipaddr.js, 15 KB.
  'webhooks.create': 256,
  'webhooks.update': 253,
  // An endpoint that posts: the guarded connection and ipaddr.js, 30 KB, beside the client that opens secrets. The path of the stage in
  // front of a Location, half a KB.
  // It reserves the idempotency key.
  'webhooks.test': 265,
  // They commit, and whoever commits can take events back; and every word of `needs` has its variables.
  'webhooks.deliver': 266,
  'webhooks.deliver-slowly': 266,
  // Two clients besides the table's: SQS and, with a protocol of its own, the scheduler, which is 30 KB.
  'campaigns.dispatch': 276,
  // Its dry run carries what plans, renders and sends: the decisions are the same.
  'campaigns.start': 279,
  // The sending status estimates the completion by the calculation of the dry run, 15 KB.
  'campaigns.get': 266,
  'campaigns.update': 283,
  'campaigns.create': 254,
  // The document itself, packed: it grows with the API, and is a text that nothing parses.
  'docs.page': 280,
  'docs.openapi': 280,
};

export function isEndpoint(operation: string): boolean {
  return endpoints.some(({ name }) => name === operation);
}

/** How many bytes a function's module may have. */
export function bytesMaxOf(operation: string): number {
  return (exceptions[operation] ?? (isEndpoint(operation) ? 250 : 260)) * kilobyte;
}

/** Built-in modules loaded before a function is ready. TLS and MIME, for mail servers, need some more. */
export function builtInsMaxOf(operation: string): number {
  return ['connect.finish', 'connect.smtp', 'emails.send', 'inbox.sync'].includes(operation) ? 60 : 50;
}

/** What no function needs, and what came in by a careless import before. */
export const forbiddenInputs: readonly RegExp[] = [
  /zod\/v4\/(locales|classic)\//,
  /@aws-sdk\/credential-provider-(ini|sso|process|login|web-identity)\//,
  /@aws-sdk\/nested-clients\//,
  /^(test|infra\/(?!bundle\/))/,
];

/** A function's module holds its own handler and no other's. */
export function isForeignFunction(operation: string, input: string): boolean {
  const [domain, verb] = operation.split('.');

  return input.startsWith('functions/') && input !== `functions/${domain}/${verb}.ts`;
}
