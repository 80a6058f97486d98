import { describe, expect, test } from 'vitest';
import { findReplacedIds, readServerId } from '#lib/mail/server-id.ts';
import { ourId } from '../inbox/messages.ts';

const ses = '0102018f0c2c5e5d-1f1c9e4c-3c1e-4b8a-9c3f-1d2a3b4c5d6e-000000';

describe('Reads the server’s message id from the reply of', () => {
  test.each([
    ['Amazon SES', `250 Ok ${ses}`, ses],
    [
      'Gmail',
      '250 2.0.0 OK  1718000000 a640c23a62f3a-a6c80581b1asm123456b.12 - gsmtp',
      'a640c23a62f3a-a6c80581b1asm123456b.12',
    ],
    ['Postfix', '250 2.0.0 Ok: queued as 4VxYz12QbTzRr', '4VxYz12QbTzRr'],
    ['Postfix with short ids', '250 2.0.0 Ok: queued as F13164A2C', 'F13164A2C'],
    ['Exim', '250 OK id=1sGhIj-0000000AbCd-2xYz', '1sGhIj-0000000AbCd-2xYz'],
    ['Sendmail', '250 2.0.0 s618UuEP009055 Message accepted for delivery', 's618UuEP009055'],
    ['OpenSMTPD', '250 2.0.0 d70f9624 Message accepted for delivery', 'd70f9624'],
    ['Stalwart', '250 2.0.0 Message queued with id 21f3a7c0bd001.', '21f3a7c0bd001'],
    [
      'Outlook.com',
      '250 2.0.0 OK <AM0PR01MB1234ABCD@AM0PR01MB1234.eurprd01.prod.outlook.com> [Hostname=AM0PR01MB1234.eurprd01.prod.outlook.com]',
      'AM0PR01MB1234ABCD@AM0PR01MB1234.eurprd01.prod.outlook.com',
    ],
  ])('%s', (_, reply, id) => {
    expect(readServerId(reply)).toBe(id);
  });
});

test.each([
  ['no id', '250 taken'],
  ['only our Message-ID', `250 2.6.0 ${ourId} [InternalId=1234567890, Hostname=mx.example.com] Queued`],
  ['a guessable number', '250 12345 message accepted for delivery'],
  ['a time and a process number, as qmail does', '250 ok 1404203440 qp 18901'],
  ['an id longer than any server gives', `250 Ok: queued as ${'1'.repeat(200)}`],
  ['an id after more than 512 octets', `250 ${' '.repeat(512)}Ok: queued as 4VxYz12QbTzRr`],
])('ignores a reply with %s', (_, reply) => {
  expect(readServerId(reply)).toBeUndefined();
});

test.each([
  ['SES in Europe', `<a@b.example> <${ses}@eu-west-1.amazonses.com>`, [ses]],
  ['SES in North Virginia', `<${ses}@email.amazonses.com>`, [ses]],
  [
    'Outlook.com',
    '<AM0PR01MB12@AM0PR01.eurprd01.prod.outlook.com>',
    ['AM0PR01MB12@AM0PR01.eurprd01.prod.outlook.com'],
  ],
  ['no known system', `<${ses}@amazonses.com.example> ${ourId}`, []],
])('finds the replaced id of %s in a header', (_, header, ids) => {
  expect(findReplacedIds(header)).toEqual(ids);
});
