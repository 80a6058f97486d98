import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { accountKey, foldersKey } from '#lib/email-accounts/items.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { addAccount } from '../../api/support/seed.ts';
import { type ScriptedImap, startScriptedImap } from '../../support/scripted-imap.ts';
import { connected } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { beginConversation, type Conversation, readingAt, written } from '../support/inbox.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { readInboxes } from '../support/read-inboxes.ts';

const hourMs = 3_600_000;
const folders = ['INBOX', 'Archive', 'Junk', 'Rules'] as const;

let mail: MailServer;
let hosts: ScriptedImap[];

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
  hosts = await Promise.all([startScriptedImap(), startScriptedImap()]);
  for (const host of hosts) for (const folder of folders.slice(1)) host.addFolder(folder);
});

/** One step of a history. The numbers choose folders. */
type Event =
  | { readonly kind: 'answer' | 'renew' | 'duplicate'; readonly folder: number }
  | { readonly kind: 'move'; readonly folder: number; readonly to: number }
  | { readonly kind: 'read' | 'away' | 'back' | 'lose position' | 'change server' | 'noise' }
  | { readonly kind: 'drop'; readonly command: string };

const folder = fc.nat({ max: folders.length - 1 });
const commands = ['EXAMINE', 'LIST', 'STATUS', 'UID FETCH .*HEADER', 'UID FETCH .*PEEK\\[\\]', 'UID SEARCH'];
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), folder }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('read' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('renew', 'duplicate'), folder }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), folder, to: folder }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('drop' as const), command: fc.constantFrom(...commands) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('away', 'back', 'lose position', 'change server', 'noise'),
    }),
  },
);

/** Plays a history. @returns the number of answers */
async function play(conversation: Conversation, events: readonly Event[]): Promise<number> {
  const { sender, address, messageId, call, syncCall } = conversation;
  const key = accountKey(workspaceId, call.accountId);
  let [host = startedHost(), other = startedHost()] = hosts;
  let now = monday;
  const answers: string[] = [];
  for (const each of events) {
    now += hourMs / 4;
    setClock(now);
    const path = 'folder' in each ? (folders[each.folder] ?? 'INBOX') : 'INBOX';
    switch (each.kind) {
      case 'answer': {
        // Every second answer has no reference.
        const header = answers.length % 2 === 0 ? { 'In-Reply-To': messageId } : {};
        answers.push(written({ from: address, to: sender }, header));
        host.deliver(path, answers.at(-1) ?? '');
        break;
      }
      case 'duplicate':
        for (const raw of answers.slice(-1)) host.deliver(path, raw);
        break;
      case 'renew':
        host.renew(path);
        break;
      case 'move':
        host.moveAll(path, folders[each.to] ?? 'INBOX');
        break;
      case 'noise':
        host.deliver('INBOX', written({ from: 'stranger@example.net', to: sender }, {}));
        break;
      case 'away':
      case 'back':
        host.quirks = { isAway: each.kind === 'away' };
        break;
      case 'drop':
        host.quirks = { dropAt: new RegExp(`^${each.command}`) };
        await readInboxes([syncCall]);
        host.quirks = {};
        break;
      case 'lose position':
        await connected().table.update({ update: key, remove: ['syncedTo'] });
        await connected().table.transact([{ delete: foldersKey(workspaceId, call.accountId) }]);
        break;
      case 'change server':
        // The messages are moved to the other server.
        for (const raw of answers) other.deliver('Archive', raw, now);
        host.empty();
        [host, other] = [other, host];
        host.quirks = {};
        await addAccount(workspaceId, readingAt(host, sender, mail));
        break;
      case 'read':
        await readInboxes([syncCall]);
    }
  }
  host.quirks = {};
  setClock(now + 2 * hourMs);

  return answers.length;
}

function startedHost(): ScriptedImap {
  throw new Error('the server is not started');
}

test('in any history of an inbox, each answer counts once, and no follow-up is sent after an answer', async () => {
  const history = fc.array(event, { minLength: 3, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(history, fc.boolean(), async (events, stopOnReply) => {
      for (const host of hosts) {
        host.quirks = {};
        host.empty();
      }
      setClock(monday);
      mail.received.length = 0;
      const setup = { campaign: { stopOnReply } };
      const conversation = await beginConversation(
        { port: hosts[0]?.port ?? 0 },
        mail,
        async () => undefined,
        setup,
      );
      const answers = await play(conversation, events);
      if (stopOnReply) {
        setClock(monday + 2 * dayMs);
        await consume(send, [conversation.call]);
        expect(mail.received).toHaveLength(answers > 0 ? 1 : 2);
      }
      await readInboxes([conversation.syncCall]);
      const { contactId } = conversation.call;
      const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });

      expect(data.filter(({ type }) => type === 'email.replied')).toHaveLength(answers);
      if (stopOnReply && answers > 0) {
        expect(await readExecution(conversation.call)).toMatchObject({ status: 'replied', sentCount: 1 });
      }
    }),
    { numRuns: Number(process.env['INBOX_HISTORIES'] ?? (isWholeTier ? 30 : 5)), endOnFailure: true },
  );
}, 600_000);
