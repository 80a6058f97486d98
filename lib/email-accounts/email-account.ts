import * as z from 'zod/mini';
import { AccountHealth } from '#lib/email-accounts/health.ts';
import { EmailAccountStatus, RampUp } from '#lib/email-accounts/sending.ts';
import { MailServer } from '#lib/mail/mail-server.ts';
import { EmailAddress } from '#lib/values/email-address.ts';
import { EmailAccountId, Timestamp, text, trimmedText } from '#lib/values/schemas.ts';
import { TimeZone } from '#lib/values/time-zone.ts';
import { PostalAddress } from '#lib/workspaces/settings.ts';

/** Merged into the account's current limits. @public for the API document */
export const RampUpPatch = z.partial(RampUp);

const signatureLengthMax = 20_480;

const gapSeconds = z.int().check(z.gte(10), z.lte(86_400));

/** Settings for both connecting and updating an account. */
const settings = {
  fromName: z.optional(z.nullable(trimmedText(100))),
  /** Emails per day, including follow-ups. */
  dailyLimit: z.optional(z.int().check(z.gte(0), z.lte(500))),
  minGapSeconds: z.optional(gapSeconds),
  maxGapSeconds: z.optional(gapSeconds),
  rampUp: z.optional(RampUpPatch),
};

const password = text(1000, z.minLength(1));

/** Missing fields get defaults in a new account and keep their values in a reconnected one. */
export const NewEmailAccount = z.strictObject({
  email: EmailAddress,
  smtp: MailServer,
  password,
  /** The mailbox for replies and bounces. `null` disables reading; a new account without it is not read. */
  imap: z.optional(z.nullable(MailServer)),
  /** Only if the inbox has a different password. */
  imapPassword: z.optional(password),
  /** The stored password, if a person who is not an owner exchanges the servers. Default: `password`. */
  currentPassword: z.optional(password),
  ...settings,
});
export type NewEmailAccount = z.infer<typeof NewEmailAccount>;

export const EmailAccountPatch = z.strictObject({
  ...settings,
  status: z.optional(z.enum(['connected', 'paused'])),
  replyTo: z.optional(z.nullable(EmailAddress)),
  signatureHtml: z.optional(z.nullable(text(signatureLengthMax))),
  postalAddress: z.optional(z.nullable(PostalAddress)),
  timezone: z.optional(TimeZone),
  trackingDomain: z.optional(z.nullable(trimmedText(253))),
});
export type EmailAccountPatch = z.infer<typeof EmailAccountPatch>;

/** The reason why an account does not send or its inbox is not read, permanently or temporarily. */
const StatusReason = z.strictObject({
  code: z.string(),
  message: z.string(),
  smtpCode: z.nullable(z.int()),
  occurredAt: Timestamp,
});

/** A message in the inbox that could not be processed. */
const MessageSetAside = z.strictObject({
  code: z.enum(['message_unprocessable', 'message_unfinished']),
  message: z.string(),
  /** UID of the message in the mailbox, for its `UIDVALIDITY` at that time. */
  uid: z.int(),
  messageIdHash: z.nullable(z.string()),
  occurredAt: Timestamp,
});

/** Settings that are rarely read and may be long. */
export const EmailAccountSettings = z.object({
  provider: z.enum(['google', 'microsoft', 'smtp']),
  fromName: z.nullable(z.string()),
  replyTo: z.nullable(z.string()),
  /** As sanitised by `cleanSignature`. */
  signatureHtml: z.nullable(z.string()),
  postalAddress: z._default(z.nullable(z.string()), null),
  statusReason: z.nullable(StatusReason),
  messagesSetAside: z._default(z.int(), 0),
  lastMessageSetAside: z._default(z.nullable(MessageSetAside), null),
  smtp: MailServer,
  imap: z.nullable(MailServer),
  trackingDomain: z.nullable(z.string()),
  trackingDomainStatus: z.nullable(z.enum(['pending', 'verified', 'failed'])),
  /** Null unless the status is `failed`. */
  trackingDomainReason: z.nullable(
    z.enum([
      ...(['record_missing', 'dns_unavailable', 'name_not_found', 'unreachable'] as const),
      ...(['certificate_invalid', 'points_elsewhere', 'verified_by_another'] as const),
    ]),
  ),
  /** Required content of the TXT record that allows the workspace to use the domain. */
  trackingDomainToken: z._default(z.nullable(z.string()), null),
  /** The user who last connected the mailbox, or `operator`. */
  connectedBy: z.string(),
});
export type EmailAccountSettings = z.infer<typeof EmailAccountSettings>;
export type TrackingDomainReason = NonNullable<EmailAccountSettings['trackingDomainReason']>;

export const EmailAccount = z.strictObject({
  id: EmailAccountId,
  email: z.string(),
  status: EmailAccountStatus,
  ...EmailAccountSettings.shape,
  postalAddress: z.nullable(z.string()),
  trackingDomainToken: z.nullable(z.string()),
  /** Null before the first check. */
  health: z.nullable(AccountHealth),
  lastSyncAt: z.nullable(Timestamp),
  dailyLimit: z.int(),
  minGapSeconds: z.int(),
  maxGapSeconds: z.int(),
  rampUp: RampUp,
  timezone: z.string(),
  /** For the account's current day, in its time zone. */
  sentToday: z.int(),
  remainingToday: z.int(),
  /** Earliest time of the next email, possibly in the past; null while the account cannot send. */
  nextSendAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type EmailAccount = z.infer<typeof EmailAccount>;
