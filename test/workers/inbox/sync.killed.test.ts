import { expect, test } from 'vitest';
import { fillInbox } from '../support/full-inbox.ts';
import { arrive, startMailHost } from '../support/inbox.ts';
import { readKilled } from '../support/killed-reader.ts';
import { startMailServer } from '../support/mail-server.ts';
import { useOwnResources } from '../support/own-resources.ts';

test('however often its reader is killed, and though it is made anew meanwhile, an inbox has its effect once', async () => {
  await useOwnResources();
  const [mail, host] = await Promise.all([startMailServer(), startMailHost()]);
  const inbox = await fillInbox(host, mail, 5);
  const kills = await readKilled(inbox, {
    deliver: (user, raw) => arrive(host, user, raw),
    renew: host.renew,
  });

  expect(kills).toBeGreaterThan(10);
  expect(await inbox.find()).toEqual(inbox.expected);
}, 600_000);
