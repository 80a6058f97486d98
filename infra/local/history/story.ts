import * as z from 'zod/mini';
import { createUser } from '../../admin/users.ts';
import { withTable } from '../seed.ts';
import {
  type Action,
  Created,
  create,
  first,
  followUps,
  runCampaign,
  runningName,
  type Story,
  senders,
  step,
} from './campaigns.ts';
import { companies } from './people.ts';
import { receiverPaths } from './receiver.ts';
import { answersByLabel, emails, repliesByLabel, subjects } from './texts.ts';

const Reply = z.object({ id: z.string(), snippet: z.string(), isAutomatic: z.boolean() });

/** What the users of the workspace do, by the session of the history. */
export const storyBySession: ReadonlyMap<number, readonly Action[]> = new Map([
  [0, [addUsers, addCompanies, ...senders.map((sender) => connect(sender))]],
  [
    1,
    [
      addWebhook(receiverPaths.working, 'Replies to the CRM', ['email.replied', 'email.unsubscribed']),
      addWebhook(receiverPaths.gone, 'The CRM before the move', ['email.replied', 'email.clicked']),
      addWebhook(receiverPaths.failing, 'Weekly report', ['email.sent', 'email.bounced']),
      addKey({ name: 'Spreadsheet of the sales team', scope: 'read-only' }),
      runCampaign({
        name: 'Introduction to facility managers',
        steps: [step(0, first), ...followUps],
        contacts: 50,
        list: 'facility',
      }),
    ],
  ],
  [3, [block('granite-legal.example', 'Is represented by a competitor.')]],
  [
    9,
    [
      runCampaign({
        name: 'Two subjects for office managers',
        steps: [
          step(
            0,
            ...[subjects.winner, subjects.loser].map((subject) => ({ subject, bodyHtml: emails.first })),
          ),
          step(4, { bodyHtml: emails.second }),
        ],
        contacts: 60,
        list: 'offices',
      }),
    ],
  ],
  [
    16,
    [runCampaign({ name: runningName, steps: [step(0, first), ...followUps], contacts: 90, list: 'spring' })],
  ],
  [
    19,
    [
      runCampaign({
        name: 'Visitors of the trade fair',
        senders: ['Northlight Events'],
        steps: [step(0, { subject: 'Your visit to our stand', bodyHtml: emails.fair })],
        contacts: 40,
        list: 'fair',
      }),
    ],
  ],
  [
    22,
    [
      pauseEvents,
      async (story) => void (await create(story, { name: 'Autumn idea', steps: [step(0, first)] })),
    ],
  ],
]);

/** A member and a viewer, with the password of the owner. */
function addUsers({ report }: Story): Promise<void> {
  const { environment, workspaceId, dashboard } = report;

  return withTable(environment, async (services) => {
    for (const role of ['member', 'viewer'] as const) {
      const email = `${role}-${workspaceId.slice(-6).toLowerCase()}@example.com`;
      await createUser(services, workspaceId, { role, name: null, email, password: dashboard.password });
    }
  });
}

async function pauseEvents({ api, accounts }: Story): Promise<void> {
  await api.send('PATCH', `/email-accounts/${accounts.get('Northlight Events')}`, { status: 'paused' });
}

async function addCompanies({ api, random }: Story): Promise<void> {
  for (const { industry, ...company } of companies) {
    const fields = { industry, employeeCount: 10 * random.between(2, 90), tags: [industry.toLowerCase()] };
    await api.send('POST', '/companies', { ...company, ...fields });
  }
}

/** Connects a mailbox as a user of the dashboard does, with a session. */
function connect(fromName: string): Action {
  return async ({ api, report, accounts }) => {
    const { baseUrl, dashboard, mail } = report;
    const { email, password } = dashboard;
    const login = await fetch(`${baseUrl}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const address = `${fromName.toLowerCase().replace(' ', '.')}@example.com`;
    const server = { host: '127.0.0.1', secure: false, username: address };
    const mailbox = {
      email: address,
      fromName,
      password: 'any password',
      smtp: { ...server, port: mail.smtp.port },
      imap: { ...server, port: mail.imap.port },
      dailyLimit: 30,
      minGapSeconds: 10,
      maxGapSeconds: 12,
      rampUp: { enabled: fromName === 'Priya Nair', startPerDay: 5, increment: 1 },
    };
    const { id } = Created.parse(
      await api.send('POST', '/connect/smtp', mailbox, { cookie, authorization: '' }),
    );
    await api.send('PATCH', `/email-accounts/${id}`, {
      signatureHtml: '<p>Northlight<br>Meters for offices</p>',
      timezone: 'Europe/Berlin',
    });
    accounts.set(fromName, id);
  };
}

function addWebhook(path: string, description: string, events: readonly string[]): Action {
  return async ({ api, receiverUrl }) => {
    await api.send('POST', '/webhooks', { url: `${receiverUrl}${path}`, description, events });
  };
}

function addKey(key: { readonly name: string; readonly scope: string }): Action {
  return async ({ api }) => void (await api.send('POST', '/api-keys', key));
}

function block(value: string, note: string): Action {
  return async ({ api }) => void (await api.send('POST', '/blocklist', { value, note }));
}

/** Reads, labels and answers the replies of the last days. */
export async function processReplies({ api }: Story): Promise<void> {
  for (const { id, snippet, isAutomatic } of await api.readAll(Reply, '/replies?isRead=false')) {
    const [label] = Object.keys(repliesByLabel).filter((each) =>
      repliesByLabel[each]?.some((text) => snippet.startsWith(text.slice(0, 12).replaceAll(/\s+/g, ' '))),
    );
    if (isAutomatic || label === undefined) continue;
    await api.send('PATCH', `/replies/${id}`, { isRead: true, labels: [label] });
    const text = answersByLabel[label];
    if (text !== undefined) await api.send('POST', `/replies/${id}/answer`, { text });
  }
}
