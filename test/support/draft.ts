import { Contact } from '#lib/contacts/contact.ts';
import { composeEmail, type Draft, type Sender } from '#lib/emails/rendering/compose.ts';
import type { Variant } from '#lib/emails/rendering/variant.ts';
import { newId, timestamp } from '#lib/values/ids.ts';

type DraftChanges = Partial<Omit<Draft, 'variant' | 'contact' | 'sender' | 'settings'>> & {
  readonly variant?: Partial<Variant>;
  readonly contact?: Partial<Contact>;
  readonly sender?: Partial<Sender>;
  readonly settings?: Partial<Draft['settings']>;
};

const now = Date.UTC(2026, 10, 20);

const contact = Contact.parse({
  id: newId('con', now),
  email: 'ann@example.com',
  status: 'active',
  source: 'api',
  firstName: 'Ann',
  createdAt: timestamp(now),
  updatedAt: timestamp(now),
});

/**
 * A minimal email with a subject and a text, without links and a signature.
 * @param changes fields to replace
 */
export function draftWith({
  variant,
  contact: profile,
  sender,
  settings,
  ...rest
}: DraftChanges = {}): Draft {
  return {
    variant: {
      id: newId('var', now),
      subject: 'Hello',
      bodyHtml: null,
      bodyText: null,
      weight: 100,
      enabled: true,
      ...(variant?.bodyHtml === undefined && { bodyText: 'Good day.' }),
      ...variant,
    },
    contact: { ...contact, ...profile },
    company: undefined,
    sender: {
      email: 'sam@example.org',
      fromName: null,
      replyTo: null,
      signatureHtml: null,
      postalAddress: null,
      ...sender,
    },
    seed: newId('exe', now),
    stepId: newId('stp', now),
    messageId: '<1@example.org>',
    thread: undefined,
    settings: {
      trackOpens: true,
      trackClicks: true,
      plainTextOnly: false,
      unsubscribe: { header: true, link: true, text: null },
      ...settings,
    },
    links: undefined,
    ...rest,
  };
}

/** @throws when the email cannot be composed, because something is missing or too long. */
export async function composed(draft: Draft): Promise<{ readonly raw: Buffer; readonly subject: string }> {
  const composedEmail = await composeEmail(draft);
  if (composedEmail.kind !== 'composed')
    throw new Error(`the email was not composed: ${JSON.stringify(composedEmail)}`);

  return composedEmail;
}
