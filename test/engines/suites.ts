import type { EngineName } from './engine.ts';

interface Suites {
  /** Run by default: suites that use most of the engine's services. */
  readonly chosen: readonly string[];
  /** Run with `--all`. */
  readonly all: readonly string[];
}

const all = ['test/storage', 'test/api', 'test/workers'];

/** The test folders and files for each engine, the same as for the local engines. */
export const suites: Readonly<Record<EngineName, Suites>> = {
  'dynamodb-local': {
    chosen: [
      'test/storage',
      ...['contacts', 'campaigns', 'companies'].map((domain) => `test/api/${domain}`),
      ...['activity', 'campaigns', 'jobs'].map((domain) => `test/workers/${domain}`),
    ],
    all,
  },
  elasticmq: {
    chosen: [
      ...['blocklist', 'campaigns'].map((domain) => `test/api/${domain}`),
      'test/api/contacts/import.slow.test.ts',
      ...['campaigns', 'contacts'].map((domain) => `test/workers/${domain}`),
      'test/workers/emails/send.test.ts',
      'test/workers/inbox/sync.slow.test.ts',
      'test/workers/webhooks/deliver.test.ts',
    ],
    all,
  },
  // Without the pages of long lists, which take minutes with moto.
  moto: {
    chosen: ['table', 'rate-window', 'transient', 'token-signer', 'vault'].map(
      (name) => `test/storage/${name}.`,
    ),
    all,
  },
};
