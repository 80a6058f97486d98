import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { messageIdOf } from '#lib/mail/message-id.ts';
import { openSmtp } from '#lib/mail/smtp.ts';
import { newId } from '#lib/values/ids.ts';
import { makeInboxesDue } from '../../workers/support/read-inboxes.ts';
import type { Bench } from '../support/bench.ts';
import {
  createCampaign,
  type DraftCampaign,
  dispatchAndSend,
  enrol,
  startCampaign,
} from '../support/campaign-fixtures.ts';
import { measureCost } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { deliverMessage } from '../support/invoke.ts';

const sender = 'sender@sender.example';

/** Costs of inbox reads; most of them find nothing. */
export async function measureReading(bench: Bench): Promise<Figure[]> {
  const campaign = await createCampaign(bench, newId('wsp', bench.now()), 1, 2);
  const { workspaceId, accountId } = campaign;
  const call = { workspaceId, accountId };
  const syncInbox = () => deliverMessage('inbox.sync', call);
  await syncInbox();
  await enrol(bench, campaign);
  await startCampaign(bench, campaign);
  await dispatchAndSend(bench, campaign);
  await makeInboxesDue([call], bench.table);
  const idle = await measureCost(syncInbox);
  await reply(bench, campaign);
  await makeInboxesDue([call], bench.table);
  const replied = await measureCost(syncInbox);

  return [
    { name: 'inbox.sync, nothing new', operations: ['inbox.sync'], cost: idle },
    { name: 'inbox.sync, a reply', operations: ['inbox.sync'], cost: replied },
  ];
}

async function reply(bench: Bench, { workspaceId, campaignId, contactIds }: DraftCampaign): Promise<void> {
  const execution = await findExecution(bench.table, workspaceId, contactIds[0] ?? '', campaignId);
  const messageId = await messageIdOf(
    kmsTokenSigner(),
    workspaceId,
    { execution: { id: execution?.id ?? '' }, account: { email: sender } },
    execution?.sentSteps[0] ?? '',
  );
  const from = 'ada@customer.example';
  const raw = Buffer.from(
    `From: ${from}\r\nSubject: Re: A word\r\nMessage-ID: <${campaignId}@customer.example>\r\nIn-Reply-To: ${messageId}\r\n\r\nYes.\r\n`,
  );
  const smtp = { ...bench.stack.mail.smtp, secure: false, username: 'ada' };
  const session = await openSmtp({ email: from, smtp }, { kind: 'password', password: 'bench' }, 'allow');
  await session.send({ from, to: sender, raw });
  session.close();
}
