import { expect, test } from 'vitest';
import { handler as send } from '../../../functions/emails/send.ts';
import { startScriptedServer } from '../../support/scripted-smtp.ts';
import { consume } from '../support/invoke.ts';
import { runOne, sendingBy } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

await useOwnResources();

test('international domains are written in ASCII in the session and in the headers', async () => {
  const server = await startScriptedServer();
  const account = { ...sendingBy(server), email: `eva-${process.pid}@bücher.example` };
  const { call } = await runOne(server, {
    accounts: [account],
    contacts: [{ email: `anna-${process.pid}@münchen.example` }],
  });
  expect(await consume(send, [call])).toEqual([]);
  const [message = ''] = server.messages;
  const lines = server.receivedLines.filter((line) => !line.startsWith('AUTH'));

  expect(lines.slice(0, 3)).toEqual([
    'EHLO xn--bcher-kva.example',
    `MAIL FROM:<eva-${process.pid}@xn--bcher-kva.example>`,
    `RCPT TO:<anna-${process.pid}@xn--mnchen-3ya.example>`,
  ]);
  expect(message).toMatch(/^Message-ID:\s+<[!-~]+@xn--bcher-kva\.example>/m);
  expect(message).toMatch(/^To: .*@xn--mnchen-3ya\.example/m);
  expect(message.split('\r\n\r\n')[0]).toMatch(/^[\t\n\r -~]*$/);
});
