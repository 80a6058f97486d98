import type { EffectGuard } from '#lib/commit/change.ts';

/** For operations outside of a request: the test is their caller. */
export const unguarded: EffectGuard = {
  commitFirst: async () => undefined,
  requireAuthority: async () => undefined,
};
