import { auditWrites } from '#lib/audit-log/record.ts';
import { callerCheckedWrites, requireCallerAuthority } from '#lib/auth/authority.ts';
import { AlreadyBegun, type EffectGuard } from '#lib/commit/change.ts';
import { principalOf, type RequestContext } from '#lib/endpoints/idempotency/perform-once.ts';
import type { Contract } from '#lib/http/contract.ts';

/** The guard of one request. */
export function guardEffects(definition: Contract, context: RequestContext): EffectGuard {
  const { exchange, services } = context;
  const principal = principalOf(exchange);

  return {
    async commitFirst(writes, result) {
      const checked = callerCheckedWrites(principal, writes, services.now());
      const audit = auditWrites(definition, context, { writes: checked }, result);
      try {
        await services.table.transact([...checked, ...audit]);
      } catch (error) {
        if (!(error instanceof AlreadyBegun)) throw error;
        await requireCallerAuthority(services, principal);
      }
      exchange.hasCommittedFirst = true;
    },
    requireAuthority: () => requireCallerAuthority(services, principal),
  };
}
