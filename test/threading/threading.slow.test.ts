import { beforeAll, describe, expect, test } from 'vitest';
import type { MailRecord } from '../simulation/checker/record.ts';
import { isWholeTier } from '../support/tier.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';
import { emailSteps, holdConversations, subjects } from './conversations.ts';
import { hasDovecot, threadsOf } from './dovecot.ts';
import { hasPython, type ReadHeaders, readHeaders } from './python.ts';

const contacts = isWholeTier ? 50 : 2;
let conversations: MailRecord[][];

beforeAll(async () => {
  await useOwnResources();
  conversations = await holdConversations(contacts);
}, 300_000);

const rawOf = (mails: readonly MailRecord[]) => mails.map(({ text }) => text);

/** Splits a contact's messages into the conversations that the steps define. */
function byConversation<Mail>(mails: readonly Mail[]): Mail[][] {
  const begins = emailSteps.flatMap(({ thread }, position) => (thread === 'new' ? [position] : []));

  return begins.map((begin, position) => mails.slice(begin, begins[position + 1]));
}

test('every contact received every email', () => {
  expect(conversations.map(({ length }) => length)).toEqual(Array(contacts).fill(emailSteps.length));
});

describe.runIf(hasPython)('parsed by Python’s email library', () => {
  let read: ReadHeaders[][];

  beforeAll(() => {
    read = conversations.map((mails) => readHeaders(rawOf(mails)));
  });

  test('the messages have no defects and distinct ids', () => {
    const all = read.flat();

    expect(all.flatMap(({ defects }) => defects)).toEqual([]);
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(all.length);
  });

  test('each message references the previous messages of its conversation and its own second id', () => {
    for (const conversation of read.flatMap(byConversation)) {
      for (const [position, { inReplyTo, references }] of conversation.entries()) {
        const before = conversation.slice(0, position).map(({ messageId }) => messageId);
        const secondId = conversation[position]?.messageId.replace('@', '.ref@');
        expect({ inReplyTo, references }).toEqual({
          inReplyTo: before.at(-1) ?? null,
          references: [...before, secondId],
        });
      }
    }
  });

  test('replies have their conversation’s subject with one «Re:» prefix', () => {
    for (const mails of read) expect(mails.map(({ subject }) => subject)).toEqual(subjects);
  });
});

test.runIf(hasDovecot)(
  'Dovecot’s THREAD command returns the intended conversations',
  { timeout: 60_000 },
  async () => {
    const mails = conversations.flat();
    const positions = new Map(mails.map((mail, position) => [mail, position]));
    const meant = conversations
      .flatMap(byConversation)
      .map((conversation) => conversation.map((mail) => positions.get(mail)));

    expect(sorted(await threadsOf(rawOf(mails)))).toEqual(sorted(meant));
  },
);

function sorted(threads: readonly (readonly unknown[])[]): string[] {
  return threads.map((thread) => thread.join()).sort();
}
