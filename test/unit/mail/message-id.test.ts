import { describe, expect, test } from 'vitest';
import { findAuthenticMention, findMentions, mentionsMessage, messageIdOf } from '#lib/mail/message-id.ts';
import { newId } from '#lib/values/ids.ts';
import { workspaceKeys } from '../../support/workspace-keys.ts';

const workspaceId = newId('wsp', 0);
const [executionId, stepId] = [newId('exe', 1), newId('stp', 2)];
const account = { email: 'ada@example.org' };
const idOf = (shortIds: boolean, id = stepId) =>
  messageIdOf(workspaceKeys, workspaceId, { execution: { id: executionId, shortIds }, account }, id);
const [long, short] = await Promise.all([idOf(false), idOf(true)]);
const refOf = (text: string) => findAuthenticMention(workspaceKeys, workspaceId, findMentions(text));
const shortRef = { executionId, step: stepId.slice(-4) };

test('a short id has 50 characters before @, and a header with it fits into one line for common domains', () => {
  expect(short.split('@', 1)[0]).toHaveLength(1 + 50);
  expect(long.split('@', 1)[0]).toHaveLength(1 + 94);
  expect(`Message-ID: ${short}`.length).toBeLessThanOrEqual(78);
});

test('each step has its own id, and a retry has the same one', async () => {
  const ids = await Promise.all([idOf(true), idOf(true), idOf(true, newId('stp', 3))]);

  expect(new Set(ids).size).toBe(2);
});

describe('finds', () => {
  test.each([
    ['in a header', short],
    ['without brackets', short.slice(1, -1)],
    ['with the second id of References', short.replace('@', '.ref@')],
    ['of an answer', short.replace('@', `.${newId('ans', 4)}@`)],
    ['in lower case', short.toLowerCase()],
    ['folded', `${short.slice(0, 20)}\r\n ${short.slice(20)}`],
    ['between words of a report', `The message with id ${short.slice(1, -1)} could not be delivered`],
    ['without its domain, before another word', `id ${short.slice(1).split('@', 1)[0]} failed`],
  ])('a short id %s', async (_, text) => {
    expect(await refOf(text)).toEqual(shortRef);
    if (!/\s/.test(text)) expect(mentionsMessage(text)).toBe(true);
  });

  test('a long id of an earlier version, also beside a short one', async () => {
    expect(await refOf(long)).toEqual({ executionId, step: stepId });
    expect(findMentions(`${long} ${short}`).map((each) => each.executionId)).toEqual([
      executionId,
      executionId,
    ]);
  });
});

test('rejects a short id with any other code, step or execution, and of another workspace', async () => {
  const at = short.indexOf('@');
  for (let position = 3; position < at; position++) {
    const other = short[position] === '7' ? '8' : '7';
    if (short[position] === '.') continue;
    expect(await refOf(`${short.slice(0, position)}${other}${short.slice(position + 1)}`)).toBeUndefined();
  }
  expect(await findAuthenticMention(workspaceKeys, newId('wsp', 9), findMentions(short))).toBeUndefined();
});

test('an id of another system is not taken for one of ours', () => {
  expect(['<CAF=abc.def.1234@mail.gmail.com>', `<${executionId}@x.example>`].map(mentionsMessage)).toEqual([
    false,
    false,
  ]);
});
