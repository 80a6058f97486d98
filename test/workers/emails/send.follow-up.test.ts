import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import type { Step } from '#lib/campaigns/state/step.ts';
import { ContactPatch } from '#lib/contacts/contact.ts';
import { contactKey } from '#lib/contacts/items.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { followUpQueue, readDueExecutions } from '#lib/executions/executions.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { commitNow, readCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { eventKinds } from '../support/activity.ts';
import { editCampaign, editPaused, readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, sendingBy, workspaceId } from '../support/one-mail.ts';

const steps = [
  { variants: [{ subject: 'Hello {{firstName | default: "you"}}', bodyText: 'Mail 1' }] },
  { delay: { value: 1, unit: 'days' }, variants: [{ bodyText: 'Mail 2' }] },
  {
    delay: { value: 2, unit: 'days' },
    thread: 'new',
    variants: [{ subject: 'Something else', bodyText: 'Mail 3' }],
  },
];

const mail = await useMailServer(monday);

/** The last id of `References`. */
const ownReference = ({ messageId }: { readonly messageId?: string | undefined }) =>
  messageId?.replace('@', '.ref@');
const lastMail = () => PostalMime.parse(mail.received.at(-1)?.raw ?? '');

test('after the first email, the next step waits for its delay and for the same account', async () => {
  const { call } = await runOne(mail, { campaign: { steps } });
  await consume(send, [call]);
  await consume(send, [call, call]);

  const { campaignId, contactId, accountId } = call;
  const place = { workspaceId, campaignId };
  const waiting = await readDueExecutions(connected().table, place, followUpQueue(accountId), undefined, 10);
  expect(waiting).toMatchObject([{ contactId, dueAt: monday + dayMs }]);
  expect(await readExecution(call)).toMatchObject({
    status: 'in_progress',
    sendState: 'due',
    sentCount: 1,
    dueAt: monday + dayMs,
    emailAccountId: accountId,
  });
  expect(mail.received).toHaveLength(1);
});

test('a step that is added to an active campaign follows for contacts in progress', async () => {
  const { call, campaign } = await runOne(mail, { campaign: { steps: steps.slice(0, 2) } });
  await consume(send, [call]);
  setClock(monday + dayMs);
  const added = { delay: { value: 1, unit: 'days' }, variants: [{ bodyText: 'Mail 3' }] };
  await editCampaign(workspaceId, call.campaignId, { steps: [...campaign.steps, added] });
  await consume(send, [call]);
  expect(await readExecution(call)).toMatchObject({ status: 'in_progress', dueAt: monday + 2 * dayMs });

  setClock(monday + 2 * dayMs);
  await consume(send, [call]);
  expect(mail.received).toHaveLength(3);
  expect(await lastMail()).toMatchObject({ text: expect.stringContaining('Mail 3') });
  expect(await readExecution(call)).toMatchObject({ status: 'completed' });
});

test('a sequence sends each step once, in one thread, from the same account, and then ends', async () => {
  const accounts = [sendingBy(mail), sendingBy(mail)];
  const { call, accountIds, campaign } = await runOne(mail, {
    accounts,
    contacts: [{ firstName: 'Ann' }],
    campaign: { steps },
  });
  await consume(send, [call]);
  const first = await lastMail();
  const { table } = connected();
  const update = contactKey(workspaceId, call.contactId);
  await table.update({ update, set: { firstName: 'Beatrix' } });
  setClock(monday + dayMs);
  await consume(send, [{ ...call, accountId: accountIds[1] ?? '' }]);
  expect(mail.received).toHaveLength(1);

  await Promise.all([call, call, call, call].map((each) => consume(send, [each])));
  expect(mail.received).toHaveLength(2);
  const second = await lastMail();
  expect(second).toMatchObject({
    subject: 'Re: Hello Ann',
    inReplyTo: first.messageId,
    references: `${first.messageId} ${ownReference(second)}`,
    from: { address: first.from?.address },
    text: expect.stringContaining('Mail 2'),
  });
  setClock(monday + 3 * dayMs);
  await consume(send, [call, call]);
  const third = await lastMail();
  expect(third.subject).toBe('Something else');
  expect([third.inReplyTo, third.references]).toEqual([undefined, ownReference(third)]);
  expect(new Set([first, second, third].map(({ messageId }) => messageId)).size).toBe(3);

  setClock(monday + 30 * dayMs);
  await consume(send, [call]);
  expect(mail.received).toHaveLength(3);
  expect(await readExecution(call)).toMatchObject({ status: 'completed', sendState: 'done', sentCount: 3 });
  expect(await eventKinds(workspaceId, campaign.id)).toEqual([
    ...['campaign.started', 'email.sent', 'email.sent', 'email.sent'],
    'campaign.contact_completed',
  ]);
});

test('a step added after the end of the sequence is sent in the thread to a contact that continues at it', async () => {
  const { call, campaign } = await runOne(mail, { campaign: { steps: steps.slice(0, 1) } });
  await consume(send, [call]);
  expect(await readExecution(call)).toMatchObject({ status: 'completed' });
  await editPaused(workspaceId, campaign.id, { steps: [...campaign.steps, ...steps.slice(1)] });
  const added = await readCampaign(workspaceId, campaign.id);
  const continueCampaigns = [{ campaignId: campaign.id, stepId: added.steps[1]?.id }];
  const patch = ContactPatch.parse({ continueCampaigns });
  const change = await planContactUpdate(connected(), workspaceId, call.contactId, patch);
  await commitNow(workspaceId, change);
  for (const days of [0, 1, 10]) {
    setClock(monday + days * dayMs + 3_600_000);
    await consume(send, [call, call]);
  }
  const texts = await Promise.all(mail.received.map(({ raw }) => PostalMime.parse(raw)));

  expect(texts.map(({ subject }) => subject)).toEqual(['Hello you', 'Re: Hello you', 'Something else']);
  expect(texts[1]?.inReplyTo).toBe(texts[0]?.messageId);
  const kinds = await eventKinds(workspaceId, campaign.id);
  expect(kinds.filter((kind) => kind === 'campaign.contact_completed')).toHaveLength(2);
});

test('a follow-up is never sent to an address that the contact got after the first message', async () => {
  const { call, campaign } = await runOne(mail, { campaign: { steps } });
  await consume(send, [call]);
  const { table } = connected();
  // Like a change that is committed while the first message is claimed.
  const update = contactKey(workspaceId, call.contactId);
  await table.update({ update, set: { email: 'stranger@example.com' } });
  setClock(monday + dayMs);
  await consume(send, [call]);

  expect(mail.received).toHaveLength(1);
  expect(await readExecution(call)).toMatchObject({
    status: 'stopped',
    reason: 'address_changed',
    sendState: 'done',
    sentCount: 1,
  });
  expect(await eventKinds(workspaceId, campaign.id)).toEqual(['campaign.started', 'email.sent']);
});

describe('a contact after the first of three steps, if the steps are changed while the campaign is paused', () => {
  const withoutId = <Kept extends object>({ id: _, ...kept }: Kept & { readonly id: string }) => kept;
  const added = { variants: [{ bodyText: 'Mail 4' }] };
  const edits: [string, (given: readonly Step[]) => unknown, string[]][] = [
    ['is completed if no other step is left', ([first]) => [first], ['Mail 1']],
    [
      'continues at its position if all texts are changed',
      (given) =>
        given.map(({ variants, ...step }) => ({
          ...withoutId(step),
          variants: variants.map((variant) => withoutId(variant)),
        })),
      ['Mail 1', 'Mail 2', 'Mail 3'],
    ],
    [
      'gets the next step if the first is deleted, but no step that was moved before it',
      ([, second, third]) => [third, second],
      ['Mail 1', 'Mail 2'],
    ],
    [
      'gets the steps after the sent one, but no step that was moved before it',
      ([first, second, third]) => [third, first, added, second],
      ['Mail 1', 'Mail 4', 'Mail 2'],
    ],
  ];

  test.each(edits)('%s', async (_, edit, expected) => {
    const { call, campaign } = await runOne(mail, { campaign: { steps } });
    await consume(send, [call]);
    await editPaused(workspaceId, campaign.id, { steps: edit(campaign.steps) });
    for (const days of [1, 8, 15]) {
      setClock(monday + days * dayMs);
      await consume(send, [call, call]);
    }
    const texts = await Promise.all(
      mail.received.map(async ({ raw }) => /Mail \d/.exec((await PostalMime.parse(raw)).text ?? '')?.[0]),
    );

    expect(texts).toEqual(expected);
    expect(await readExecution(call)).toMatchObject({ status: 'completed', sentCount: expected.length });
    const kinds = await eventKinds(workspaceId, campaign.id);
    expect(kinds.filter((kind) => kind === 'campaign.contact_completed')).toHaveLength(1);
  });
});
