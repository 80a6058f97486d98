import { describe, expect, test } from 'vitest';
import { findAuthenticMention, findMentions, mentionsMessage, messageIdOf } from '#lib/mail/message-id.ts';
import { newId } from '#lib/values/ids.ts';
import { workspaceKeys } from '../../support/workspace-keys.ts';

const workspaceId = newId('wsp', 0);
const [executionId, stepId] = [newId('exe', 1), newId('stp', 2)];
const account = { email: 'ada@example.org' };
const idOf = (id = stepId) =>
  messageIdOf(workspaceKeys, workspaceId, { execution: { id: executionId }, account }, id);
const ours = await idOf();
const refOf = (text: string) => findAuthenticMention(workspaceKeys, workspaceId, findMentions(text));
const ref = { executionId, step: stepId.slice(-4) };

test('an id has 50 characters before @, and a header with it fits into one line for common domains', () => {
  expect(ours.split('@', 1)[0]).toHaveLength(1 + 50);
  expect(`Message-ID: ${ours}`.length).toBeLessThanOrEqual(78);
});

test('each step has its own id, and a retry has the same one', async () => {
  const ids = await Promise.all([idOf(), idOf(), idOf(newId('stp', 3))]);

  expect(new Set(ids).size).toBe(2);
});

describe('finds', () => {
  test.each([
    ['in a header', ours],
    ['without brackets', ours.slice(1, -1)],
    ['with the second id of References', ours.replace('@', '.ref@')],
    ['of an answer', ours.replace('@', `.${newId('ans', 4)}@`)],
    ['in lower case', ours.toLowerCase()],
    ['folded', `${ours.slice(0, 20)}\r\n ${ours.slice(20)}`],
    ['between words of a report', `The message with id ${ours.slice(1, -1)} could not be delivered`],
    ['without its domain, before another word', `id ${ours.slice(1).split('@', 1)[0]} failed`],
  ])('an id %s', async (_, text) => {
    expect(await refOf(text)).toEqual(ref);
    if (!/\s/.test(text)) expect(mentionsMessage(text)).toBe(true);
  });
});

test('rejects an id with any other code, step or execution, and of another workspace', async () => {
  const at = ours.indexOf('@');
  for (let position = 3; position < at; position++) {
    const other = ours[position] === '7' ? '8' : '7';
    if (ours[position] === '.') continue;
    expect(await refOf(`${ours.slice(0, position)}${other}${ours.slice(position + 1)}`)).toBeUndefined();
  }
  expect(await findAuthenticMention(workspaceKeys, newId('wsp', 9), findMentions(ours))).toBeUndefined();
});

test('an id of another system is not taken for one of ours', () => {
  expect(['<CAF=abc.def.1234@mail.gmail.com>', `<${executionId}@x.example>`].map(mentionsMessage)).toEqual([
    false,
    false,
  ]);
});
