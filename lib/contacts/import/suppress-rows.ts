import { planSuppression } from '#lib/blocklist/suppress.ts';
import { commit } from '#lib/commit/commit.ts';
import type { ContactRow } from '#lib/contacts/import/rows.ts';
import { forEachConcurrently } from '#lib/runtime/for-each-concurrently.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

const reasons = { unsubscribed: 'unsubscribed', bounced: 'hard_bounce', blocklisted: 'import' } as const;

/** Addresses that are suppressed concurrently. */
const addressesAtOnce = 8;

/**
 * Suppresses the addresses of rows that say so, before their contacts are created, so that no campaign enrols them as active.
 * Existing contacts are suppressed too, and their sequences end. Idempotent.
 */
export async function suppressRows(
  services: Services,
  workspaceId: string,
  importId: string,
  rows: readonly ContactRow[],
): Promise<void> {
  const note = `Import ${importId}`;
  const suppressions = rows.flatMap(({ contact, suppressedAs: status }) =>
    status === undefined
      ? []
      : [{ address: normaliseEmail(contact.email), status, reason: reasons[status], note }],
  );
  await forEachConcurrently(suppressions, addressesAtOnce, async (suppression) => {
    await retryOnConflict(async () => {
      const { change } = await planSuppression(services, workspaceId, suppression);
      if (change.writes.length > 0) await commit(services, workspaceId, change);
    });

    // No time limit.
    return true;
  });
}
