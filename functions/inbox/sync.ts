import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { syncInbox } from '#lib/inbox/sync.ts';
import { inboxWorkers } from '#lib/inbox/workers.ts';
import { loopbackRule } from '#lib/runtime/config.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(inboxWorkers.sync, syncInbox, {
  vault: kmsVault,
  signer: kmsTokenSigner,
  loopback: loopbackRule,
});
