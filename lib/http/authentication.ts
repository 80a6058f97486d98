import type { RateWindow } from '#lib/http/rate-window.ts';
import type { Principal } from '#lib/values/principal.ts';

/**
 * The result of checking a credential against the table and its rate window. `counted`: it is valid, and the request was counted.
 * `full`: it is valid, and its window has no slot left. `refused`: it is not valid.
 */
export type Authentication<P extends Principal> =
  | { readonly kind: 'counted'; readonly principal: P; readonly window: RateWindow }
  | { readonly kind: 'full'; readonly window: RateWindow }
  | { readonly kind: 'refused' };
