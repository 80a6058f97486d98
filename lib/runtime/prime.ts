import { primingRequest } from '#lib/runtime/config.ts';
import { services } from '#lib/runtime/services.ts';

/** Requests for a missing item. A role without reads may only update rate windows; the condition of the update never holds. */
const requests = {
  read: async () => services().table.get({ pk: 'PRIMING', sk: 'PRIMING' }),
  count: async () =>
    services().table.update({
      update: { pk: 'ADDRESS#PRIMING', sk: 'PRIMING' },
      remove: ['no'],
      if: { pk: 'present' },
    }),
};

/*
 * One table request during init. It opens the connection and compiles the SDK's code path in a phase in which Lambda provides
 * two full processors, regardless of the function's memory. If the table does not answer within a second, init continues, and
 * the first request reports the error.
 */
const request = primingRequest();
if (request) {
  await Promise.race([
    requests[request]().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, 1000).unref()),
  ]);
}
