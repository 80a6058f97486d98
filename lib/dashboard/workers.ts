import { scheduledWorker } from '#lib/runtime/worker.ts';

export const dashboardWorkers = {
  fold: scheduledWorker({
    summary: 'Compares the statistics of days that are over with the ledger, and folds them',
    needs: ['table:write'],
    impact: 'statistics of long periods get slower and dearer to read, and are not compared with the ledger',
    expression: 'rate(15 minutes)',
    timeoutSeconds: 900,
    metrics: [
      {
        name: 'WrongStatistics',
        where: { message: 'statistics differ from the ledger' },
        alarm: {
          threshold: 1,
          impact: 'somebody is shown statistics that are not the sums of the activity',
        },
      },
    ],
  }),
};
