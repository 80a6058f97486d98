import { dashboardWorkers } from '#lib/dashboard/workers.ts';
import { scheduledFunction } from '#lib/runtime/consumer.ts';
import { rollUpDueDays } from '#lib/statistics/roll-up-due.ts';

export const handler = scheduledFunction(dashboardWorkers.fold, rollUpDueDays);
