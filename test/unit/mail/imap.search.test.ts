import { expect, onTestFinished, test } from 'vitest';
import { ImapUnavailable, openInbox } from '#lib/mail/imap.ts';
import { imapServer } from '../../hostile/servers/support/imap-server.ts';
import { listen } from '../../hostile/servers/support/listen.ts';

const day = new Date('2026-11-01');

async function openInboxThatRejectsSearches(response: string) {
  // Like a server that also has no dates.
  const { target, close } = await listen(
    imapServer({ search: (socket, tag) => socket.write(`${tag} ${response}\r\n`) }),
  );
  onTestFinished(close);
  const server = { host: 'localhost', port: target.port, secure: false, username: 'ada@example.org' };
  const session = await openInbox(
    server,
    { kind: 'password', password: 'secret' },
    { loopback: 'allow', timeoutMs: 5000 },
  );
  onTestFinished(() => session.close());

  return session;
}

test.each(['NO [SERVERBUG] try again later', 'BAD unknown command'])(
  'a search that is rejected with «%s» does not count as a search without results',
  async (response) => {
    const session = await openInboxThatRejectsSearches(response);

    await expect(session.searchSince(day)).rejects.toThrow(ImapUnavailable);
    await expect(session.searchSentFolder(['<a@example.org>'], day)).rejects.toThrow(ImapUnavailable);
  },
);
