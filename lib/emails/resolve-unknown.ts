import { planFailed } from '#lib/emails/outcome.ts';
import { settleSend } from '#lib/emails/settle.ts';
import { readExecution } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Key } from '#lib/storage/table.ts';

/**
 * Ends an execution after its message had an unknown outcome for a day. The message is never sent again, because the
 * recipient may have received it.
 */
export async function resolveUnknownSend(services: Services, key: Key): Promise<void> {
  const execution = await readExecution(services.table, key);
  const token = execution?.sendToken;
  if (execution?.sendState !== 'unknown' || token === undefined) return;

  await settleSend(services, execution, token, (current) =>
    planFailed(current, token, 'delivery_unknown', services.now()),
  );
}
