import * as z from 'zod/mini';
import { DirectEmailError, DirectEmailStatus } from '#lib/direct-emails/state.ts';
import { EmailAccountId } from '#lib/values/ids/account-id.ts';
import { Timestamp, text } from '#lib/values/schemas.ts';

const pageUrlLengthMax = 500;

/** Fields of a request that make the service send the token of the response by email, too. */
export const tokenEmailFields = {
  emailAccountId: z.optional(EmailAccountId),
  pageUrl: z.optional(
    text(pageUrlLengthMax, z.refine(isPageUrl, 'must be an https URL without credentials and fragment')),
  ),
};

/** Without an email, `pageUrl` has no effect, so it is rejected. */
export const pageNeedsAccount = z.refine<{ readonly emailAccountId?: unknown; readonly pageUrl?: unknown }>(
  ({ emailAccountId, pageUrl }) => pageUrl === undefined || emailAccountId !== undefined,
  { path: ['pageUrl'], message: 'needs emailAccountId' },
);

function isPageUrl(value: string): boolean {
  if (!URL.canParse(value) || /\s/.test(value)) return false;
  const { protocol, username, password, href } = new URL(value);

  return protocol === 'https:' && username === '' && password === '' && !href.includes('#');
}

/** An email that the service wrote, without its content. */
export const ServiceEmail = z.strictObject({
  emailAccountId: z.string(),
  status: DirectEmailStatus,
  error: z.nullable(DirectEmailError),
  /** Reply code of the mail server that rejected the message. */
  smtpCode: z.nullable(z.int()),
  sentAt: z.nullable(Timestamp),
});
export type ServiceEmail = z.infer<typeof ServiceEmail>;
