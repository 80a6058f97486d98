import { foldDueDays } from '#lib/dashboard/fold-due.ts';
import { dashboardWorkers } from '#lib/dashboard/workers.ts';
import { scheduledFunction } from '#lib/runtime/consumer.ts';

export const handler = scheduledFunction(dashboardWorkers.fold, foldDueDays);
