import * as z from 'zod/mini';
import { EmailAddress } from '#lib/contacts/email-address.ts';
import { idSchema, Timestamp, trimmedText } from '#lib/http/schemas.ts';

export const ContactId = idSchema('con');

const customFieldValue = z.union([z.string().check(z.maxLength(1000)), z.number(), z.boolean(), z.null()]);

const CustomFields = z
  .record(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_]{0,49}$/)), customFieldValue)
  .check(z.refine((fields) => Object.keys(fields).length <= 50, 'at most 50 fields'));

function optionalText(maxLength: number) {
  return z._default(z.nullable(trimmedText(maxLength)), null);
}

/** What a caller may say of a contact. */
export const NewContact = z.strictObject({
  email: EmailAddress,
  firstName: optionalText(100),
  lastName: optionalText(100),
  jobTitle: optionalText(200),
  phone: optionalText(50),
  city: optionalText(100),
  tags: z._default(z.array(trimmedText(50)).check(z.maxLength(50)), []),
  customFields: z._default(CustomFields, {}),
});
export type NewContact = z.infer<typeof NewContact>;

const ContactStatus = z.enum(['active', 'unsubscribed', 'bounced', 'blocklisted']);

export const Contact = z.extend(NewContact, {
  id: ContactId,
  status: ContactStatus,
  source: z.enum(['api', 'import', 'dashboard', 'reply']),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Contact = z.infer<typeof Contact>;
