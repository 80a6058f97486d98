import * as z from 'zod/mini';
import { AccountHealth } from '#lib/email-accounts/health.ts';
import { RampUpPatch } from '#lib/email-accounts/ramp-up-patch.ts';
import { EmailAccountStatus, RampUp } from '#lib/email-accounts/sending.ts';
import { MailServer } from '#lib/mail/mail-server.ts';
import { EmailAccountId } from '#lib/values/account-id.ts';
import { EmailAddress } from '#lib/values/email-address.ts';
import { Timestamp, text, trimmedText } from '#lib/values/schemas.ts';
import { TimeZone } from '#lib/values/time-zone.ts';

const signatureLengthMax = 20_480;

const gapSeconds = z.int().check(z.gte(10), z.lte(86_400));

/** What both connecting and updating an account may say. */
const settings = {
  fromName: z.optional(z.nullable(trimmedText(100))),
  /** Mails per day, follow-ups included. */
  dailyLimit: z.optional(z.int().check(z.gte(0), z.lte(500))),
  minGapSeconds: z.optional(gapSeconds),
  maxGapSeconds: z.optional(gapSeconds),
  rampUp: z.optional(RampUpPatch),
};

const password = text(1000, z.minLength(1));

/** What is left out has its default in a new account, and stays as it is in one that is reconnected. */
export const NewEmailAccount = z.strictObject({
  email: EmailAddress,
  smtp: MailServer,
  password,
  /** Where replies and bounces are read; `null`, and a new account without one, is not read. */
  imap: z.optional(z.nullable(MailServer)),
  /** Where the inbox takes another one. */
  imapPassword: z.optional(password),
  ...settings,
});
export type NewEmailAccount = z.infer<typeof NewEmailAccount>;

export const EmailAccountPatch = z.strictObject({
  ...settings,
  status: z.optional(z.enum(['connected', 'paused'])),
  replyTo: z.optional(z.nullable(EmailAddress)),
  signatureHtml: z.optional(z.nullable(text(signatureLengthMax))),
  timezone: z.optional(TimeZone),
  trackingDomain: z.optional(z.nullable(trimmedText(253))),
});
export type EmailAccountPatch = z.infer<typeof EmailAccountPatch>;

/** Why an account does not send: for good, or for a while. */
const StatusReason = z.strictObject({
  code: z.string(),
  message: z.string(),
  smtpCode: z.nullable(z.int()),
  occurredAt: Timestamp,
});

/** A message of the inbox that could not be processed. */
const MessageSetAside = z.strictObject({
  code: z.enum(['message_unprocessable', 'message_unfinished']),
  message: z.string(),
  /** Number of the message in the mailbox, by its `UIDVALIDITY` at that time. */
  uid: z.int(),
  messageIdHash: z.nullable(z.string()),
  occurredAt: Timestamp,
});

/** Settings that are rarely read and may be long. */
export const EmailAccountSettings = z.object({
  provider: z.enum(['google', 'microsoft', 'smtp']),
  fromName: z.nullable(z.string()),
  replyTo: z.nullable(z.string()),
  /** As `cleanSignature` left it. */
  signatureHtml: z.nullable(z.string()),
  statusReason: z.nullable(StatusReason),
  messagesSetAside: z._default(z.int(), 0),
  lastMessageSetAside: z._default(z.nullable(MessageSetAside), null),
  smtp: MailServer,
  imap: z.nullable(MailServer),
  trackingDomain: z.nullable(z.string()),
  trackingDomainStatus: z.nullable(z.enum(['pending', 'verified', 'failed'])),
  /** What the TXT record must say that lets the workspace use the domain. */
  trackingDomainToken: z._default(z.nullable(z.string()), null),
});
export type EmailAccountSettings = z.infer<typeof EmailAccountSettings>;

export const EmailAccount = z.strictObject({
  id: EmailAccountId,
  email: z.string(),
  status: EmailAccountStatus,
  ...EmailAccountSettings.shape,
  trackingDomainToken: z.nullable(z.string()),
  /** Null before it was first looked at. */
  health: z.nullable(AccountHealth),
  lastSyncAt: z.nullable(Timestamp),
  dailyLimit: z.int(),
  minGapSeconds: z.int(),
  maxGapSeconds: z.int(),
  rampUp: RampUp,
  timezone: z.string(),
  /** Of the account's day, in its time zone. */
  sentToday: z.int(),
  remainingToday: z.int(),
  /** From when on the next mail may leave, which may be past; null while none may. */
  nextSendAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type EmailAccount = z.infer<typeof EmailAccount>;
