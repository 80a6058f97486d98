import { readFile } from 'node:fs/promises';
import type { ImportReport } from '#lib/contacts/import/report.ts';
import { apiClient } from './api-client.ts';
import {
  advanceUntilCompleted,
  createCampaign,
  importContacts,
  listContacts,
  startCampaign,
  subscribe,
} from './campaign.ts';
import {
  countEmails,
  describeFigures,
  type Figure,
  findUnexpected,
  type Run,
  readFigures,
} from './figures.ts';
import { listEmails, replyOnPage } from './inbox-page.ts';
import { progressBars } from './progress-bars.ts';
import { startReceiver } from './receiver.ts';
import { connectAccounts, type OnEnd, senderAddress, startDemoStack } from './stack.ts';
import { type StackTime, stackTime, waitUntil } from './stack-time.ts';

const contactsFile = 'events/demo/contacts.csv';
const rowCount = 1000;
const accountCount = 25;
/** Number of mailboxes with an inbox that the service reads. One is enough, because one recipient replies. */
const inboxCount = 1;
/** Interval in which the service reads an inbox. */
const inboxIntervalMs = 120_000;

/**
 * Runs a campaign with a thousand contacts, from the file to the inbox and the webhook, through public interfaces only.
 * @returns descriptions of the unexpected results; empty when everything is as expected
 */
export async function runDemo(output: NodeJS.WriteStream, onEnd: OnEnd): Promise<string[]> {
  const startedAt = performance.now();
  const printStep = (line: string) => {
    output.write(`[${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s] ${line}\n`);
  };
  printStep('Starting the stack from the template that would be deployed …');
  const stack = await startDemoStack(onEnd);
  const receiver = await startReceiver();
  onEnd(receiver.stop);
  const time = stackTime(stack.controlUrl);
  const api = apiClient({ ...stack, waitSeconds: (seconds) => time.advance(seconds * 1000) });
  printStep(`API ${stack.baseUrl}, inbox ${stack.mail.webUrl}, webhook receiver ${receiver.url}`);

  await subscribe(api, receiver);
  printStep(`Connecting ${accountCount} mailboxes and importing ${contactsFile} …`);
  const csv = await readFile(contactsFile, 'utf8');
  const [accountIds, report] = await Promise.all([
    connectAccounts(stack, accountCount, inboxCount),
    importContacts(api, csv, 'demo'),
  ]);
  const contacts = await listContacts(api);
  printStep(
    `${report.created} of ${report.total} rows imported, ${contacts.length} contacts in GET /contacts`,
  );

  const contactIds = contacts.map(({ id }) => id);
  const campaignId = await createCampaign(api, contactIds, accountIds);
  await startCampaign(api, campaignId);
  printStep('The campaign is running. An account sends one email per 10 s, so the clock is moved:');
  const addresses = contacts.map(({ email }) => email);
  const run = { api, time, receiver, webUrl: stack.mail.webUrl, campaignId, addresses, report };
  await watchCampaign(run, output);

  printStep('Read back from the API, the inbox and the webhook receiver:');
  const readBack = await readAllFigures(run);
  output.write(`\n${describeFigures(readBack)}\n`);
  printStep('A recipient replies in the inbox. The service reads it over IMAP:');
  const reply = await replyOnce(run);
  output.write(`\n${describeFigures([reply])}\n`);
  printStep('Done.');

  return findUnexpected([...readBack, reply]).map(
    ({ label, expected, found }) => `${label}: ${found} instead of ${expected}`,
  );
}

type DemoRun = Run & { readonly time: StackTime; readonly report: ImportReport };

async function watchCampaign(run: DemoRun, output: NodeJS.WriteStream): Promise<void> {
  const { receiver, report, addresses, webUrl } = run;
  const total = addresses.length;
  let emails = 0;
  const { show } = progressBars(
    [
      { name: 'imported', total: report.total, count: () => report.created },
      { name: 'sent', total, count: () => emails },
      { name: 'delivered', total, count: () => receiver.count('email.sent') },
    ],
    output,
  );
  const onPoll = async () => {
    emails = (await countEmails(webUrl)).count;
    show();
  };
  await advanceUntilCompleted(run, onPoll);
  await waitUntil('the last webhooks', async () => {
    await onPoll();

    return receiver.count('campaign.completed') >= 1 && receiver.count('email.sent') >= total;
  }).catch(() => {
    // A timeout is no error here: the figures show which webhooks are missing.
  });
}

async function readAllFigures(run: DemoRun): Promise<Figure[]> {
  const { receiver, report, addresses } = run;

  return [
    { label: 'rows in the file', expected: rowCount, found: report.total },
    { label: 'contacts created by the import', expected: rowCount, found: report.created },
    { label: 'contacts in GET /contacts', expected: rowCount, found: new Set(addresses).size },
    { label: 'campaign.started webhooks', expected: 1, found: receiver.count('campaign.started') },
    { label: 'campaign.completed webhooks', expected: 1, found: receiver.count('campaign.completed') },
    ...(await readFigures(run)),
  ];
}

/** Replies to an email of the first mailbox, on the page of the local inbox. */
async function replyOnce({ time, receiver, webUrl }: DemoRun): Promise<Figure> {
  const email = (await listEmails(webUrl)).find(({ from }) => from === senderAddress(0));
  if (email) await replyOnPage(webUrl, email.id, { kind: 'reply', text: 'Sunny, thank you. And yours?' });
  await time.advance(inboxIntervalMs);
  // A missing webhook appears in the figure, so it is not an error here.
  await waitUntil('the webhook of the reply', () => receiver.count('email.replied') > 0).catch(
    () => undefined,
  );

  return { label: 'email.replied webhooks', expected: 1, found: receiver.count('email.replied') };
}
