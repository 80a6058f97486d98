import { restoreSetAside } from '#lib/commit/set-aside.ts';
import { services } from '#lib/runtime/services.ts';

/** Moves skipped outbox records back to the outbox. @returns their number */
export async function republishCommand() {
  return { republished: await restoreSetAside(services()) };
}
