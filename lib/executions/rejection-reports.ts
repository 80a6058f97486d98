import type { Execution } from '#lib/executions/execution.ts';
import { executionChanged } from '#lib/executions/execution-change.ts';
import { keyOfExecution } from '#lib/executions/items.ts';
import type { Update } from '#lib/storage/table.ts';
import { idCode } from '#lib/values/ids.ts';

/** The reports that an execution remembers, so that a repeated one has no effect. */
const reportsMax = 10;

/** Records a delivery report about a rejection. Does not change the status. @returns undefined if it is recorded already */
export function rejectionReportWrite(
  { id, rejectionReports, ...execution }: Execution,
  stepId: string,
  reason: string,
  detail: string | undefined,
): Update | undefined {
  const report = `${idCode(stepId)}.${reason}`;
  const reports = rejectionReports?.split(' ') ?? [];
  if (reports.includes(report)) return undefined;

  return {
    update: keyOfExecution(execution),
    set: {
      rejectionReports: [...reports, report].slice(-reportsMax).join(' '),
      ...(detail !== undefined && { detail }),
    },
    if: {
      id: { is: id },
      rejectionReports: rejectionReports === undefined ? 'absent' : { is: rejectionReports },
    },
    otherwise: executionChanged,
  };
}
