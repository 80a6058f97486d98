import { scheduledWorker } from '#lib/runtime/worker.ts';

export const dashboardWorkers = {
  /** Rolls up statistics. */
  fold: scheduledWorker({
    summary: 'Compares the statistics of completed days with the ledger and rolls them up',
    needs: ['table:write'],
    impact:
      'statistics of long periods become slower and more expensive to read, and are not compared with the ledger',
    expression: 'rate(15 minutes)',
    timeoutSeconds: 900,
    metrics: [
      {
        name: 'WrongStatistics',
        where: { message: 'statistics differ from the ledger' },
        alarm: {
          threshold: 1,
          impact: 'the dashboard shows statistics that differ from the activity',
        },
      },
    ],
  }),
};
