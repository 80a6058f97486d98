import { dispatchMessagesForAccount } from '#lib/campaigns/state/active-campaigns.ts';
import type { Change } from '#lib/commit/change.ts';
import {
  accountUpdate,
  checkSendingGaps,
  mergeLimits,
  sendTimeAfterCoolDown,
} from '#lib/email-accounts/change.ts';
import type { EmailAccount, EmailAccountPatch } from '#lib/email-accounts/email-account.ts';
import { coolDownAttributes, settingsKey, statusAttributes } from '#lib/email-accounts/items.ts';
import { sentDayIn } from '#lib/email-accounts/quota.ts';
import {
  type AccountWithSettings,
  presentAccount,
  readAccountWithSettings,
} from '#lib/email-accounts/read.ts';
import { cleanSignature, signatureBytesMax } from '#lib/email-accounts/signature.ts';
import { planDomain } from '#lib/email-accounts/tracking-domain/domain-settings.ts';
import type { Services } from '#lib/runtime/services.ts';
import { timestampAfter } from '#lib/values/ids.ts';
import { type Creator, requireLastingAccess } from '#lib/values/principal.ts';
import { invalid, type ProblemDetail } from '#lib/values/problem.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/**
 * Checks that an API key with an expiry does not change where replies and clicks of recipients lead.
 * @throws Problem 403
 */
export function requireUpdateAuthority(
  caller: Creator,
  { replyTo, trackingDomain }: EmailAccountPatch,
): void {
  if (replyTo !== undefined || trackingDomain !== undefined) requireLastingAccess(caller);
}

/**
 * Merges a patch into an account: missing fields keep their value, `null` clears.
 * @throws Problem 404; 422 with all faults of the merged result
 */
export async function planAccountUpdate(
  { table, now }: Services,
  workspaceId: string,
  accountId: string,
  patch: EmailAccountPatch,
): Promise<Change<EmailAccount>> {
  const [account, campaignMessages] = await Promise.all([
    readAccountWithSettings(table, workspaceId, accountId),
    mayIncreaseCapacity(patch) ? dispatchMessagesForAccount(table, workspaceId, accountId) : [],
  ]);
  if (Object.keys(patch).length === 0) {
    return { writes: [], basedOn: account.updatedAt, result: presentAccount(account, now()) };
  }

  const faults: ProblemDetail[] = [];
  // Resuming a paused account also ends its cool-downs.
  const isResumed = account.status === 'paused' && patch.status === 'connected';
  const limits = mergeLimits(account, patch);
  const context = { workspaceId, now: now() };
  const domain = await planDomain(table, context, account, patch.trackingDomain, faults);
  // Attributes of the settings item. `accountChanges` are attributes of the account item.
  const settings = {
    ...plainSettings(patch),
    ...signatureSetting(patch, faults),
    ...domain.settings,
    ...(isResumed && { statusReason: null }),
  };
  faults.push(...statusFaults(account, patch), ...checkSendingGaps(limits, patch));
  if (faults.length > 0) throw invalid(faults);

  const accountChanges = {
    ...limits,
    status: patch.status ?? account.status,
    ...zoneAttributes(account, patch, now()),
    ...(isResumed && { nextSendAt: sendTimeAfterCoolDown(account, now()) }),
    updatedAt: timestampAfter(account.updatedAt, now()),
  };
  const after = { ...account, ...settings, ...accountChanges };
  const settingsUpdate = {
    update: settingsKey(workspaceId, accountId),
    ...domain.internalUpdate,
    set: { ...settings, ...domain.internalUpdate.set },
  };

  return {
    writes: [
      accountUpdate(
        workspaceId,
        account,
        { ...accountChanges, ...statusAttributes(workspaceId, accountId, accountChanges.status) },
        isResumed ? coolDownAttributes : [],
      ),
      ...(Object.keys(settings).length > 0 ? [settingsUpdate] : []),
      ...domain.writes,
    ],
    messages: increasesCapacity(account, after) ? campaignMessages : [],
    basedOn: account.updatedAt,
    before: presentAccount(account, now()),
    result: presentAccount(after, now()),
  };
}

/** The zone, and the day of the emails that were sent today. */
function zoneAttributes(account: AccountWithSettings, patch: EmailAccountPatch, now: number) {
  const { timezone = account.timezone } = patch;

  return { timezone, sentDay: sentDayIn(timezone, account, now) };
}

/** Whether the patch may increase the sending capacity, regardless of the account's current values. */
function mayIncreaseCapacity({ status, dailyLimit, rampUp }: EmailAccountPatch): boolean {
  return status === 'connected' || dailyLimit !== undefined || rampUp !== undefined;
}

function increasesCapacity(before: AccountWithSettings, after: AccountWithSettings): boolean {
  const { status, dailyLimit, rampUp } = after;

  return (
    status === 'connected' &&
    (before.status !== status || before.dailyLimit !== dailyLimit || !isSameValue(before.rampUp, rampUp))
  );
}

function plainSettings({ fromName, replyTo, postalAddress }: EmailAccountPatch) {
  return {
    ...(fromName !== undefined && { fromName }),
    ...(replyTo !== undefined && { replyTo }),
    ...(postalAddress !== undefined && { postalAddress }),
  };
}

function signatureSetting({ signatureHtml }: EmailAccountPatch, faults: ProblemDetail[]) {
  if (signatureHtml === undefined) return {};
  const cleaned = signatureHtml === null ? null : cleanSignature(signatureHtml);
  // Sanitising escapes text, so the result may be longer.
  if (cleaned !== null && Buffer.byteLength(cleaned) > signatureBytesMax) {
    const message = `must have at most ${signatureBytesMax} bytes in UTF-8 after sanitising`;
    faults.push({ path: 'signatureHtml', rule: 'too_big', message });
  }

  return { signatureHtml: cleaned };
}

/** An account without credentials, or with rejected ones, must be reconnected. */
function statusFaults({ status }: AccountWithSettings, patch: EmailAccountPatch): ProblemDetail[] {
  const needsReconnection = status === 'error' || status === 'disconnected';
  if (patch.status === undefined || !needsReconnection) return [];

  return [{ path: 'status', rule: 'state', message: `the account is ${status}: reconnect it first` }];
}
