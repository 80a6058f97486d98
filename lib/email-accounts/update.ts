import { wakeUsersOf } from '#lib/campaigns/active-campaigns.ts';
import { afterCoolDown, changeAccount, gapFaults, mergeLimits } from '#lib/email-accounts/change.ts';
import type { EmailAccount, EmailAccountPatch } from '#lib/email-accounts/email-account.ts';
import { inboxCalls } from '#lib/email-accounts/inbox.ts';
import { coolDownAttributes, settingsKey, statusAttributes } from '#lib/email-accounts/items.ts';
import { presentAccount, readWholeAccount, type WholeAccount } from '#lib/email-accounts/read.ts';
import { cleanSignature, signatureBytesMax } from '#lib/email-accounts/signature.ts';
import { checkTrackingDomain } from '#lib/email-accounts/tracking-domain.ts';
import { invalid, type ProblemDetail } from '#lib/http/problem.ts';
import type { Change } from '#lib/runtime/change.ts';
import { laterThan } from '#lib/runtime/ids.ts';
import { isSameValue } from '#lib/runtime/same-value.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Update } from '#lib/storage/table.ts';
import { noWorklistPlace, worklistPlace } from '#lib/storage/worklist.ts';

/**
 * Merges a patch into an account: what is left out stays, `null` clears.
 * @throws Problem 404; 422 with every fault of the merged result
 */
export async function planUpdate(
  { table, now }: Services,
  workspaceId: string,
  accountId: string,
  patch: EmailAccountPatch,
): Promise<Change<EmailAccount>> {
  const [account, users] = await Promise.all([
    readWholeAccount(table, workspaceId, accountId, { consistent: true }),
    mayAllowMore(patch) ? wakeUsersOf(table, workspaceId, accountId) : [],
  ]);
  if (Object.keys(patch).length === 0) return { writes: [], result: presentAccount(account, now()) };

  const faults: ProblemDetail[] = [];
  const limits = mergeLimits(account, patch);
  const settings = {
    ...plainSettings(patch),
    ...signatureSetting(patch, faults),
    ...domainSettings(account, patch, faults),
    ...(isResumed(account, patch) && { statusReason: null }),
  };
  faults.push(...statusFaults(account, patch), ...gapFaults(limits, patch));
  if (faults.length > 0) throw invalid(faults);

  const changes = {
    ...limits,
    status: patch.status ?? account.status,
    timezone: patch.timezone ?? account.timezone,
    ...(isResumed(account, patch) && { nextSendAt: afterCoolDown(account, now()) }),
    updatedAt: laterThan(account.updatedAt, now()),
  };
  const after = { ...account, ...settings, ...changes };

  return {
    writes: [
      changeAccount(
        workspaceId,
        account,
        { ...changes, ...statusAttributes(workspaceId, accountId, changes.status) },
        isResumed(account, patch) ? coolDownAttributes : [],
      ),
      ...(Object.keys(settings).length > 0
        ? [
            {
              update: settingsKey(workspaceId, accountId),
              ...domainCheck(accountId, settings, now()),
            },
          ]
        : []),
    ],
    calls: [
      ...(allowsMore(account, after) ? users : []),
      ...(isResumed(account, patch) ? inboxCalls(accountId, account.imap) : []),
    ],
    result: presentAccount(after, now()),
  };
}

/** Whoever pauses an account and lets it go on says that what troubled it is over. */
function isResumed({ status }: WholeAccount, patch: EmailAccountPatch): boolean {
  return status === 'paused' && patch.status === 'connected';
}

/** As far as the patch alone tells. */
function mayAllowMore({ status, dailyLimit, rampUp }: EmailAccountPatch): boolean {
  return status === 'connected' || dailyLimit !== undefined || rampUp !== undefined;
}

function allowsMore(before: WholeAccount, after: WholeAccount): boolean {
  const { status, dailyLimit, rampUp } = after;

  return (
    status === 'connected' &&
    (before.status !== status || before.dailyLimit !== dailyLimit || !isSameValue(before.rampUp, rampUp))
  );
}

function plainSettings({ fromName, replyTo, saveToSent }: EmailAccountPatch) {
  return {
    ...(fromName !== undefined && { fromName }),
    ...(replyTo !== undefined && { replyTo }),
    ...(saveToSent !== undefined && { saveToSent }),
  };
}

function signatureSetting({ signatureHtml }: EmailAccountPatch, faults: ProblemDetail[]) {
  if (signatureHtml === undefined) return {};
  const cleaned = signatureHtml === null ? null : cleanSignature(signatureHtml);
  // Cleaning escapes what is not markup, so the text may grow.
  if (cleaned !== null && Buffer.byteLength(cleaned) > signatureBytesMax) {
    const message = `must have at most ${signatureBytesMax} bytes in UTF-8 once it is cleaned`;
    faults.push({ path: 'signatureHtml', rule: 'too_big', message });
  }

  return { signatureHtml: cleaned };
}

function domainSettings(
  account: WholeAccount,
  { trackingDomain }: EmailAccountPatch,
  faults: ProblemDetail[],
) {
  if (trackingDomain === undefined) return {};
  if (trackingDomain === null) return { trackingDomain, trackingDomainStatus: null };
  const checked = checkTrackingDomain(trackingDomain);
  if (!checked.ok) {
    faults.push({ path: 'trackingDomain', rule: 'public_name', message: checked.reason });

    return {};
  }
  // Another domain has yet to be found to lead here.
  const isNew = checked.name !== account.trackingDomain;

  return isNew ? { trackingDomain: checked.name, trackingDomainStatus: 'pending' as const } : {};
}

/** Settings as they are written: a new domain is looked at within a minute, and what is none not any more. */
function domainCheck(
  accountId: string,
  settings: Readonly<Record<string, unknown>>,
  now: number,
): Pick<Update, 'set' | 'remove'> {
  const { trackingDomain } = settings;
  if (trackingDomain === undefined) return { set: settings };
  if (trackingDomain === null) return { set: settings, remove: noWorklistPlace };

  return { set: { ...settings, ...worklistPlace('tracking_domain', accountId, now) } };
}

/** Only new credentials help an account that has none, or whose server refused them. */
function statusFaults({ status }: WholeAccount, patch: EmailAccountPatch): ProblemDetail[] {
  const isStuck = status === 'error' || status === 'disconnected';
  if (patch.status === undefined || !isStuck) return [];

  return [{ path: 'status', rule: 'state', message: `the account is ${status}: reconnect it first` }];
}
