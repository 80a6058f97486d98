import { putBack } from '#lib/commit/set-aside.ts';
import { services } from '#lib/runtime/services.ts';

/** Puts the outbox records that were set aside back into the outbox. @returns how many */
export async function republishCommand() {
  return { republished: await putBack(services()) };
}
