import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { planRecipientAction } from '#lib/campaigns/recipients/actions.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { executionErasure } from '#lib/executions/erase-execution.ts';
import { executionKey } from '#lib/executions/items.ts';
import { newId } from '#lib/values/ids.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as click } from '../../../functions/tracking/click.ts';
import { handler as open } from '../../../functions/tracking/open.ts';
import { handler as unsubscribe } from '../../../functions/tracking/unsubscribe.ts';
import { tokenOf, visit } from '../../api/support/links.ts';
import { commitNow, uniqueEmail } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { publishOutbox, readOutbox } from '../support/activity.ts';
import { readExecution, runCampaign } from '../support/campaign.ts';
import { expectSameNumbers } from '../support/campaign-numbers.ts';
import { monday, setClock } from '../support/clock.ts';
import { arrive, type MailHost, readingAt, report, startMailHost, written } from '../support/inbox.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { readInboxes } from '../support/read-inboxes.ts';
import { publishAt } from '../support/statistics.ts';

const contactCount = 3;

let mail: MailServer;
let host: MailHost;

beforeAll(async () => {
  await useOwnResources();
  [mail, host] = await Promise.all([startMailServer(), startMailHost()]);
});

const link = '<a href="https://www.example.com/">Plans</a>';
const step = (variant: Record<string, unknown>) => ({
  businessDaysOnly: false,
  delay: { value: 0, unit: 'minutes' },
  thread: 'new',
  variants: [{ subject: 'Hello', ...variant }],
});
/** Tracked opens and clicks, tracked opens only, and plain text. */
const steps = [
  step({ bodyHtml: `<p>${link}</p>` }),
  step({ bodyHtml: '<p>Hello</p>' }),
  step({ bodyText: 'Hello' }),
];

const actions = [
  ...['send', 'send', 'send', 'send', 'reject', 'open', 'click', 'burst', 'reply'],
  ...['report', 'report', 'complaint', 'unsubscribe', 'publish', 'publish again', 'restart', 'erase'],
] as const;
const act = fc.record({
  action: fc.constantFrom(...actions),
  contact: fc.nat(contactCount - 1),
  /** Which of the contact's sent emails. */
  email: fc.nat(2),
});
type Act = typeof act extends fc.Arbitrary<infer Kind> ? Kind : never;

interface SentEmail {
  readonly address: string;
  readonly messageId: string;
  readonly stepId: string;
  readonly executionId: string;
}

interface History {
  readonly workspaceId: string;
  readonly campaignId: string;
  readonly accountIds: readonly string[];
  readonly sender: string;
  readonly calls: readonly SendMessage[];
  readonly stepIds: readonly string[];
  readonly sent: Map<string, SentEmail[]>;
  now: number;
}

async function begin(): Promise<History> {
  const workspaceId = newId('wsp', Date.now());
  const sender = uniqueEmail();
  setClock(monday);
  mail.behaviour = { kind: 'accept' };
  const { campaign, accountIds, calls } = await runCampaign(workspaceId, {
    contacts: Array.from({ length: contactCount }, () => ({})),
    accounts: [{ ...readingAt(host, sender, mail), minGapSeconds: 10, maxGapSeconds: 10 }],
    campaign: { steps, stopOnReply: false, allowReentry: true },
  });
  await readInboxes([{ workspaceId, accountId: String(accountIds[0]) }]);

  const stepIds = campaign.steps.map(({ id }) => id);
  const own = { workspaceId, campaignId: campaign.id, accountIds, sender, calls, stepIds };

  return { ...own, sent: new Map(), now: monday };
}

async function take(history: History, { action, contact, email }: Act): Promise<void> {
  const { workspaceId, campaignId, calls } = history;
  const call = calls[contact];
  if (!call) return;
  history.now += 61_000;
  setClock(history.now);
  switch (action) {
    case 'send':
    case 'reject':
      return transmit(history, call, action === 'reject');
    case 'publish':
      return publishOutbox();
    case 'publish again': {
      // The stream may deliver records twice, and the process may stop after its messages.
      const records = await readOutbox();
      await publishAt(history.now, records);
      return publishAt(history.now, records);
    }
    case 'restart': {
      const request = { action: 'restart' as const, contactIds: [call.contactId] };
      const services = { ...connected(), signer: kmsTokenSigner() };
      await commitNow(workspaceId, await planRecipientAction(services, workspaceId, campaignId, request));
      return;
    }
    case 'erase': {
      const { table } = connected();
      const item = await table.get(executionKey(workspaceId, call.contactId, campaignId));
      const write = item && executionErasure(item);
      if (write) await table.transact([write]);
      return;
    }
    default: {
      const emails = history.sent.get(call.contactId) ?? [];
      const sentEmail = emails[email % Math.max(1, emails.length)];
      if (sentEmail) await react(history, call, sentEmail, action);
    }
  }
}

async function transmit(history: History, call: SendMessage, isRejected: boolean): Promise<void> {
  const before = mail.received.length;
  mail.behaviour = isRejected
    ? { kind: 'refuse', at: 'rcpt', code: 550, text: '5.1.1 User unknown' }
    : { kind: 'accept' };
  await consume(send, [call]);
  const [received] = mail.received.slice(before);
  const execution = await readExecution(call);
  if (!received) return;
  const messageId = /^Message-ID: (<.*>)/im.exec(received.raw)?.[1] ?? '';
  const sentEmail = {
    address: received.to[0] ?? '',
    messageId,
    stepId: execution.sentSteps.at(-1) ?? '',
    executionId: execution.id,
  };
  history.sent.set(call.contactId, [...(history.sent.get(call.contactId) ?? []), sentEmail]);
}

async function react(
  { workspaceId, sender, accountIds }: History,
  call: SendMessage,
  { address, messageId, stepId, executionId }: SentEmail,
  action: Exclude<Act['action'], 'send' | 'reject' | 'publish' | 'publish again' | 'restart' | 'erase'>,
): Promise<void> {
  const ids = { ...call, executionId, stepId };
  const target = 'https://www.example.com/';
  const receive = async (raw: string) => {
    arrive(host, sender, raw);
    await readInboxes([{ workspaceId, accountId: String(accountIds[0]) }]);
  };
  switch (action) {
    case 'open':
      await visit(open, 'open', await tokenOf(ids, 'open'));
      return;
    case 'click':
      await visit(click, 'click', await tokenOf(ids, { target }));
      return;
    case 'burst':
      for (const index of [0, 1, 2]) {
        await visit(click, 'click', await tokenOf(ids, { target: `${target}${index}`, index }));
      }
      return;
    case 'unsubscribe':
      await visit(unsubscribe, 'unsubscribe', await tokenOf(ids, 'unsubscribe'), { method: 'POST' });
      return;
    case 'reply':
      return receive(written({ from: address, to: sender }, { 'In-Reply-To': messageId }));
    case 'report':
      return receive(report({ address, sender, messageId }));
    case 'complaint':
      return receive(complaint({ sender, messageId }));
  }
}

function complaint({ sender, messageId }: { readonly sender: string; readonly messageId: string }): string {
  const parts = [
    ['text/plain', 'This is a report about abuse.'],
    ['message/feedback-report', 'Feedback-Type: abuse\r\nUser-Agent: Provider/1.0\r\nVersion: 1'],
    ['message/rfc822', `From: ${sender}\r\nMessage-ID: ${messageId}\r\n\r\nHello`],
  ].map(([type, text]) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`);

  return written(
    { from: 'feedback@provider.example', to: sender },
    { 'Content-Type': 'multipart/report; report-type=feedback-report; boundary=b' },
    `${parts.join('')}--b--\r\n`,
  );
}

test('every source has the same numbers after any history', { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 15, maxLength: 45 }), async (acts) => {
      const history = await begin();
      for (const each of acts) await take(history, each);
      const { workspaceId, campaignId, accountIds, sent, stepIds } = history;
      await publishOutbox();
      const { byStep, events } = await expectSameNumbers(workspaceId, campaignId, accountIds);

      const emails = [...sent.values()].flat();
      const ofSteps = (count: number) =>
        emails.filter(({ stepId }) => stepIds.indexOf(stepId) < count).length;
      expect(byStep.counts).toMatchObject({
        sent: emails.length,
        openTracked: ofSteps(2),
        clickTracked: ofSteps(1),
      });
      expect(events['email.unsubscribed'] ?? 0).toBeLessThanOrEqual(emails.length);
    }),
    { numRuns: isWholeTier ? 20 : 2, endOnFailure: true },
  );
});
