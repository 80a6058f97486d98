import { readFile } from 'node:fs/promises';
import { apiClient } from './api-client.ts';
import { progressBars } from './bars.ts';
import {
  createCampaign,
  importContacts,
  listContacts,
  passTime,
  startCampaign,
  subscribe,
} from './campaign.ts';
import { countMails, describeFigures, findWrong, readFigures } from './figures.ts';
import { startReceiver } from './receiver.ts';
import { connectAccounts, type OnEnd, startDemoStack } from './stack.ts';
import { stackTime, until } from './stack-time.ts';

const contactsFile = 'events/demo/contacts.csv';
const accounts = 25;

/**
 * A thousand contacts from a file to an inbox and to a webhook, through the public surface alone.
 * @returns what did not come out as it must, in words; empty when all is well
 */
export async function tellStory(output: NodeJS.WriteStream, onEnd: OnEnd): Promise<string[]> {
  const began = performance.now();
  const say = (line: string) => {
    output.write(`[${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s] ${line}\n`);
  };
  say('Starting the stack from the template that would be deployed …');
  const stack = await startDemoStack(onEnd);
  const receiver = await startReceiver();
  onEnd(receiver.stop);
  const time = stackTime(stack.controlUrl);
  const api = apiClient({ ...stack, waitSeconds: (seconds) => time.advance(seconds * 1000) });
  const webUrl = stack.mail.webUrl;
  say(`API ${stack.baseUrl}, inbox ${webUrl}, webhook receiver ${receiver.url}`);

  await subscribe(api, receiver);
  say(`Connecting ${accounts} mailboxes and importing ${contactsFile} …`);
  const csv = await readFile(contactsFile, 'utf8');
  const [accountIds, report] = await Promise.all([
    connectAccounts(stack, accounts),
    importContacts(api, csv, 'demo'),
  ]);
  const contacts = await listContacts(api);
  say(
    `Imported: ${report.created} created of ${report.total} rows, ${contacts.length} listed by GET /contacts`,
  );

  const campaignId = await createCampaign(
    api,
    contacts.map(({ id }) => id),
    accountIds,
  );
  await startCampaign(api, campaignId);
  say('The campaign is running. An account waits 10 s between two mails, so the clock is moved:');

  let mails = 0;
  const { show } = progressBars(
    [
      { name: 'imported', total: report.total, count: () => report.created },
      { name: 'sent', total: contacts.length, count: () => mails },
      { name: 'delivered', total: contacts.length, count: () => receiver.count('email.sent') },
    ],
    output,
  );
  const look = async () => {
    mails = (await countMails(webUrl)).count;
    show();
  };
  await passTime({ api, time, campaignId }, look);
  await until('the last webhooks', async () => {
    await look();
    return receiver.count('campaign.completed') === 1 && receiver.count('email.sent') >= contacts.length;
  }).catch(() => undefined);

  const addresses = contacts.map(({ email }) => email);
  const figures = [
    { what: 'rows in the file', expected: 1000, found: report.total },
    { what: 'contacts created by the import', expected: report.total, found: report.created },
    { what: 'contacts in GET /contacts', expected: report.total, found: new Set(addresses).size },
    { what: 'campaign.started webhooks', expected: 1, found: receiver.count('campaign.started') },
    { what: 'campaign.completed webhooks', expected: 1, found: receiver.count('campaign.completed') },
    ...(await readFigures({ api, receiver, webUrl, campaignId, addresses })),
  ];
  say('Read back from the API, the inbox and the webhook receiver:');
  output.write(`\n${describeFigures(figures)}\n`);
  say('Done.');

  return findWrong(figures).map(({ what, expected, found }) => `${what}: ${found} instead of ${expected}`);
}
