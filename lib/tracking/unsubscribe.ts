import { lastAddressOf } from '#lib/activity/last-address.ts';
import type { NewEvent } from '#lib/activity/new-event.ts';
import { planSuppression } from '#lib/blocklist/suppress.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import { normaliseEmail } from '#lib/contacts/email-address.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { commit } from '#lib/runtime/commit.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew } from '#lib/runtime/stale.ts';
import type { MailIds } from '#lib/tracking/token.ts';
import type { VisitChange } from '#lib/tracking/visit.ts';

export type UnsubscribeMethod = 'link' | 'one_click';

const words: Readonly<Record<UnsubscribeMethod, string>> = {
  link: 'by the link in a mail',
  one_click: 'by one click in the mail program',
};

/** What RFC 8058 has mail programs post, in either of its two forms. */
export function methodOf(form: string): UnsubscribeMethod {
  return /List-Unsubscribe(?:=|"[^=]*\r?\n\r?\n)One-Click/i.test(form) ? 'one_click' : 'link';
}

/** From the commit on no mail to the address is claimed, in whatever campaign. Repeating it changes nothing. */
export async function unsubscribe(
  services: Services,
  mail: MailIds,
  method: UnsubscribeMethod,
): Promise<void> {
  await decideAnew(async () => {
    const change = await planUnsubscription(services, mail, method);
    if (change) await commit(services, mail.workspaceId, change);
  });
}

/**
 * Suppresses the address, with what led to it. A campaign that is gone changes nothing about that; of a contact that is gone
 * its activity still tells the address, which is then suppressed for whoever has it now or later.
 */
async function planUnsubscription(
  services: Services,
  { workspaceId, campaignId, contactId, executionId, stepId }: MailIds,
  method: UnsubscribeMethod,
): Promise<VisitChange | undefined> {
  const { table } = services;
  const [contact, execution] = await Promise.all([
    findContact(table, workspaceId, contactId, { consistent: true }),
    findExecution(table, workspaceId, contactId, campaignId),
  ]);
  const email = contact?.email ?? (await lastAddressOf(table, workspaceId, contactId));
  if (email === undefined) {
    log('warn', 'nobody to unsubscribe', { workspaceId, contactId });
    return undefined;
  }
  const { change } = await planSuppression(services, workspaceId, {
    ...{ address: normaliseEmail(email), status: 'unsubscribed', reason: 'unsubscribed' },
    note: `Unsubscribed ${words[method]}, step ${stepId}`,
    ...{ campaignId, executionId },
  });
  if (change.writes.length === 0) return undefined;
  const emailAccountId = execution?.emailAccountId;
  const said: NewEvent | undefined =
    emailAccountId === undefined
      ? undefined
      : {
          type: 'email.unsubscribed',
          data: { executionId, campaignId, contactId, stepId, emailAccountId, method },
        };

  return { ...change, events: [...(said ? [said] : []), ...(change.events ?? [])] };
}
