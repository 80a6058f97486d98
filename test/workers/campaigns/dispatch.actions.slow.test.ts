import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planPause } from '#lib/campaigns/pause.ts';
import { recountCampaign } from '#lib/campaigns/recount.ts';
import { readRunningState } from '#lib/campaigns/state/running.ts';
import { planCompletion } from '#lib/campaigns/state/transitions.ts';
import { commit } from '#lib/commit/commit.ts';
import { resolveUnknownSend } from '#lib/emails/unknown-outcome.ts';
import { executionKey } from '#lib/executions/items.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as dispatch } from '../../../functions/campaigns/dispatch.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { commitNow, readCampaign, startCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { publishOutbox, takeCalls } from '../support/activity.ts';
import { readExecution, runCampaign } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { simulateWorkers } from '../support/course.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, sendingBy, workspaceId } from '../support/one-mail.ts';
import { actOn } from '../support/recipient-actions.ts';
import { differencesSince } from '../support/statistics.ts';

const minuteMs = 60_000;
const step = (subject: string) => ({
  delay: { value: 0, unit: 'minutes' },
  thread: 'new',
  businessDaysOnly: false,
  variants: [{ subject, bodyText: 'Good day, {{custom.team | default: "team"}}.' }],
});
const mail = await useMailServer(monday);

const wake = (campaignId: string) => consume(dispatch, [{ workspaceId, campaignId }]);

describe('The completion of a campaign', () => {
  test.each(['restart', 'continue'])('fails if %s opens a recipient at the same time', async (action) => {
    const { call, campaign } = await runOne(mail, { campaign: { steps: [step('One'), step('Two')] } });
    await consume(send, [call]);
    const { id, steps } = campaign;
    const [contactIds, second] = [[call.contactId], steps[1]?.id];
    await actOn(workspaceId, id, { action: 'remove', contactIds });
    await takeCalls('ticks');
    const state = await readRunningState(connected().table, workspaceId, id);
    if (!state) throw new Error('the campaign is running');
    expect(state.counters).toMatchObject({ contacts: 1, stopped: 1 });
    await actOn(workspaceId, id, { action, contactIds, ...(action === 'continue' && { stepId: second }) });
    const completion = planCompletion(connected(), workspaceId, state);

    await expect(commit(connected(), workspaceId, completion)).rejects.toThrow(StaleDecision);
    expect((await readCampaign(workspaceId, id)).status).toBe('active');
  });

  test('comes after the removal of the last open recipient', async () => {
    const { call, campaign } = await runOne(mail, { campaign: { steps: [step('One')] } });
    await actOn(workspaceId, campaign.id, { action: 'remove', contactIds: [call.contactId] });
    const messages = await takeCalls('ticks');
    expect(messages).toContainEqual(expect.objectContaining({ workspaceId, campaignId: campaign.id }));
    await wake(campaign.id);

    expect((await readCampaign(workspaceId, campaign.id)).status).toBe('completed');
  });

  test('is reverted by the next start if a recipient was restarted, and the campaign completes again', async () => {
    const { call, campaign } = await runOne(mail, { campaign: { steps: [step('One')] } });
    const workers = simulateWorkers({ workspaceId, campaignId: campaign.id });
    const runTo = async (minutes: number) => {
      await workers.runUntil(monday + minutes * minuteMs);
      await publishOutbox();
      workers.wake();
      await workers.runUntil(monday + (minutes + 1) * minuteMs);
    };
    await runTo(30);
    expect((await readCampaign(workspaceId, campaign.id)).status).toBe('completed');
    await actOn(workspaceId, campaign.id, { action: 'restart', contactIds: [call.contactId] });
    workers.wake();
    await runTo(60);
    expect(mail.received).toHaveLength(1);
    await startCampaign(workspaceId, campaign.id);
    workers.wake();
    await runTo(90);

    expect(mail.received).toHaveLength(2);
    expect((await readCampaign(workspaceId, campaign.id)).status).toBe('completed');
  });
});

test('an action on a paused campaign sends nothing until the campaign is started', async () => {
  const { call, campaign } = await runOne(mail, { campaign: { steps: [step('One'), step('Two')] } });
  await commitNow(workspaceId, await planPause(connected(), workspaceId, campaign.id));
  const stepId = campaign.steps[0]?.id;
  await actOn(workspaceId, campaign.id, { action: 'skip', stepId, contactIds: [call.contactId] });
  setClock(monday + minuteMs);
  await consume(send, [call]);
  expect(mail.received).toHaveLength(0);
  await startCampaign(workspaceId, campaign.id);
  await consume(send, [call]);

  expect(mail.received).toHaveLength(1);
});

const actions = ['retry', 'resume', 'skip', 'remove', 'continue', 'restart', 'sent', 'not_sent'] as const;
const anyMove = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('send' as const),
      who: fc.nat(2),
      reply: fc.constantFrom('accept', 'accept', 'cut', 'refuse now', 'refuse permanently'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('act' as const),
      action: fc.constantFrom(...actions),
      step: fc.nat(2),
      twice: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('give up' as const), who: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('publish' as const) }) },
);
type Move = typeof anyMove extends fc.Arbitrary<infer Kind> ? Kind : never;

const replies = {
  accept: { kind: 'accept' },
  cut: { kind: 'cut', after: 'data' },
  'refuse now': { kind: 'refuse', at: 'data', code: 451, text: '4.3.0 Try again' },
  'refuse permanently': { kind: 'refuse', at: 'data', code: 554, text: '5.6.0 Not this content' },
} as const;

async function make(move: Move, calls: readonly SendMessage[], stepIds: readonly string[]): Promise<void> {
  const [first] = calls;
  const campaignId = first?.campaignId ?? '';
  if (move.does === 'publish') return publishOutbox();
  if (move.does === 'give up') {
    const { contactId = '' } = calls[move.who] ?? {};
    setClock(Date.now() + dayMs);

    return resolveUnknownSend(connected(), executionKey(workspaceId, contactId, campaignId));
  }
  if (move.does === 'send') {
    mail.behaviour = replies[move.reply];
    const call = calls[move.who];

    if (call) await consume(send, [call, call]);

    return;
  }
  const isResolution = move.action === 'sent' || move.action === 'not_sent';
  const hasStep = isResolution || move.action === 'skip' || move.action === 'continue';
  const request = {
    action: isResolution ? 'resolve' : move.action,
    contactIds: calls.map(({ contactId }) => contactId),
    ...(hasStep && { stepId: stepIds[move.step] }),
    ...(isResolution && { outcome: move.action }),
  };
  const act = () => actOn(workspaceId, campaignId, request);
  await Promise.all([act(), ...(move.twice ? [act()] : [])]);
}

test('any history of sends and actions keeps the counters equal to a recount and sends no step twice unasked', {
  timeout: 400_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove, { minLength: 8, maxLength: 30 }), async (moves) => {
      setClock(monday);
      mail.received.length = 0;
      const steps = ['One', 'Two', 'Three'].map(step);
      const { calls, campaign } = await runCampaign(workspaceId, {
        contacts: [{}, {}, {}],
        accounts: [sendingBy(mail)],
        campaign: { steps },
      });
      const stepIds = campaign.steps.map(({ id }) => id);
      for (const move of moves) {
        setClock(Date.now() + 10 * minuteMs);
        await make(move, calls, stepIds);
      }
      await publishOutbox();

      expect(await recountCampaign(connected(), workspaceId, campaign.id, false)).toBeUndefined();
      expect(await differencesSince(monday, workspaceId, [campaign.id])).toEqual([]);
      const isSentAgain = moves.some((move) => move.does === 'act' && move.action === 'not_sent');
      const accepted = mail.received.map(({ raw }) => /^Message-ID:\s*(\S+)/m.exec(raw)?.[1]);
      if (!isSentAgain) expect(new Set(accepted).size).toBe(accepted.length);
      for (const call of calls) {
        const { sentSteps, sentCount, skippedSteps = [] } = await readExecution(call);
        expect(new Set([...sentSteps, ...skippedSteps]).size).toBe(sentSteps.length + skippedSteps.length);
        expect(sentSteps.length).toBeGreaterThanOrEqual(sentCount);
      }
    }),
    { numRuns: isWholeTier ? 100 : 15 },
  );
});
