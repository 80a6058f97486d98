import { newId } from '#lib/values/ids.ts';
import type { Bench } from '../support/bench.ts';
import { createCampaign, dispatchAndSend, enrol, startCampaign } from '../support/campaign-fixtures.ts';
import { measureCost, shareOf, sumOf } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { deliverMessage } from '../support/invoke.ts';

const dueContacts = 50;

/** From the time when 50 emails are due until one of them is recorded as sent. */
export async function measureSending(bench: Bench): Promise<Figure[]> {
  const { dispatch, send } = await measureEmail(bench, 2);
  const { send: sendLast, secondHint: repeatedMessage } = await measureEmail(bench, 1);

  return [
    {
      name: `campaigns.dispatch, ${dueContacts} due`,
      operations: ['campaigns.dispatch'],
      cost: dispatch,
    },
    { name: 'emails.send', operations: ['emails.send'], cost: send },
    {
      name: 'emails.send, the last of its execution',
      operations: ['emails.send'],
      cost: sendLast,
    },
    { name: 'emails.send, the same hint again', operations: ['emails.send'], cost: repeatedMessage },
    {
      name: 'one e-mail, due to recorded as sent',
      operations: ['campaigns.dispatch', 'emails.send'],
      cost: sumOf(send, shareOf(dispatch, dueContacts)),
      target: { writeUnits: 20, readUnits: 6 },
      why: 'its account’s list of activity is one unit, the dispatcher’s share the eighth of one, and the first plain-text email stores its short link, 2 units',
    },
    {
      name: 'one e-mail, due to recorded as sent, the last of its execution',
      operations: ['campaigns.dispatch', 'emails.send'],
      cost: sumOf(sendLast, shareOf(dispatch, dueContacts)),
      target: { writeUnits: 20, readUnits: 6 },
      why: 'the end of the execution is a separate event, 4 of the 23 units',
    },
  ];
}

/** The first of several steps' emails to one of the due contacts. */
async function measureEmail(bench: Bench, emails: number) {
  const campaign = await createCampaign(bench, newId('wsp', bench.now()), dueContacts, emails);
  await enrol(bench, campaign);
  await startCampaign(bench, campaign);
  const { dispatch, send, hint } = await dispatchAndSend(bench, campaign);
  const secondHint = await measureCost(() => deliverMessage('emails.send', hint));

  return { dispatch, send, secondHint };
}
