import type { DeletionWaits } from '#lib/maintenance/delete-workspace.ts';

/** For a deletion while no request of its workspace is in flight. */
export const noRequests: Pick<DeletionWaits, 'waitForRequestsEnd'> = {
  waitForRequestsEnd: () => Promise.resolve(),
};
