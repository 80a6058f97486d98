import { dashboardWorkers } from '#lib/dashboard/workers.ts';
import { scheduledFunction } from '#lib/runtime/consumer.ts';
import { foldDueDays } from '#lib/statistics/fold-due.ts';

export const handler = scheduledFunction(dashboardWorkers.fold, foldDueDays);
