import type { DeletionWaits } from '../../infra/admin/in-flight.ts';

/** For a deletion while no request of its workspace is in flight. */
export const noRequests: Pick<DeletionWaits, 'waitForRequestsEnd'> = {
  waitForRequestsEnd: () => Promise.resolve(),
};
