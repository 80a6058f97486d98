import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { writeTarget } from '../support/figures.ts';
import { seedAccount } from '../support/fixtures.ts';
import { seedSession } from './auth.ts';

export const connectSubjects: readonly EndpointSubject[] = [
  {
    // The claim of its address, the account with its place in the list of its status, and its settings.
    operation: 'connect.smtp',
    target: writeTarget(3, 1),
    why: 'tries are counted; whether the address was connected before is asked before the servers are and again when it is decided; the first secret of a container opens the key; the first look into the inbox is called for',
    async prepare(bench, workspaceId) {
      // The workspace has its key.
      await seedAccount(bench, workspaceId);
      const { smtp, imap } = bench.stack.mail;
      const servers = { smtp: { ...smtp, secure: false }, imap: { ...imap, secure: false } };

      return {
        cookie: await seedSession(bench, workspaceId),
        body: { email: 'ada@sender.example', password: 'bench', ...servers },
      };
    },
  },
];
