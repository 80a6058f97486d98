import { scheduledWorker } from '#lib/runtime/worker.ts';

export const emailAccountWorkers = {
  /** Separate from the sweeper, because it waits for external name servers and needs neither queues nor keys. */
  checkHealth: scheduledWorker({
    summary: 'Checks the health of accounts: the DNS records of their domains and their bounces',
    needs: ['table:write'],
    impact: 'owners learn too late about deliverability problems of an account',
    expression: 'rate(1 minute)',
    timeoutSeconds: 50,
  }),
};
