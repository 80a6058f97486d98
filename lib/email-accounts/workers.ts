import { scheduledWorker } from '#lib/runtime/worker.ts';

export const emailAccountWorkers = {
  /** Apart from the sweeper: it waits for others' name servers, and needs neither queues nor keys. */
  checkHealth: scheduledWorker({
    summary: 'Looks at the health of accounts: what the DNS says of their domains, and what bounced',
    needs: ['table:write'],
    impact: 'owners do not see in time that mails of an account are not trusted',
    expression: 'rate(1 minute)',
    timeoutSeconds: 50,
  }),
};
