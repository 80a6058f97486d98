import { api, unwrap } from '../../../api/client.ts';
import type { Account } from '../queries.ts';
import { type PasswordValues, toRequest } from './password-values.ts';

export async function connectByPassword(values: PasswordValues, isNew: boolean): Promise<Account> {
  const account = await unwrap(api.POST('/connect/smtp', { body: toRequest(values) }));
  if (isNew) await applyBrowserZone(account.id);

  return account;
}

/** A new account counts the emails of a day in the zone of its user. The zone can be changed later, so an error is ignored. */
async function applyBrowserZone(id: string): Promise<void> {
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  await unwrap(api.PATCH('/email-accounts/{id}', { params: { path: { id } }, body: { timezone } })).catch(
    () => undefined,
  );
}
