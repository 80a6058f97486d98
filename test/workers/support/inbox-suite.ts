import { beforeAll, beforeEach } from 'vitest';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import type { SyncMessage } from '#lib/values/queues.ts';
import { connected } from '../../support/stack.ts';
import { monday, setClock } from './clock.ts';
import { beginConversation, type MailHost, startMailHost } from './inbox.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { useOwnResources } from './own-resources.ts';
import { readInboxes } from './read-inboxes.ts';

/** The servers of the file: SMTP, and IMAP with any number of inboxes. */
export let mail: MailServer;
export let host: MailHost;

/** The whole file has its own resources and mail servers. Each test begins on a Monday morning with a server that accepts emails. */
export function useMailServers(): void {
  beforeAll(async () => {
    await useOwnResources();
    [mail, host] = await Promise.all([startMailServer(), startMailHost()]);
  });
  beforeEach(() => {
    mail.behaviour = { kind: 'accept' };
    mail.received.length = 0;
    delete mail.whileReceiving;
    setClock(monday);
  });
}

/** As `readInboxes`. */
export const read = (calls: readonly SyncMessage[]) => readInboxes(calls);

/** A campaign with one contact that got its first email. */
export const begin = (campaign: Readonly<Record<string, unknown>> = {}) =>
  beginConversation(host, mail, read, { campaign });

export const services = () => ({ ...connected(), vault: kmsVault(connected()), signer: kmsTokenSigner() });
