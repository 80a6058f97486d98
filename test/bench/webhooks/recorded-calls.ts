import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dynamoClient } from '#lib/runtime/services.ts';
import { newId } from '#lib/values/ids.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import { deliverMessage } from '../support/invoke.ts';
import { recordCalls, watchTable, watchWire } from '../support/service-calls.ts';
import { addWebhook, type Deployment } from './deployment.ts';
import { storeEvents } from './events.ts';

/** One table call with the input of the SDK's client. */
export interface TableCall {
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The table calls of `webhooks.deliver` for a successful delivery, and the delivery. */
export interface RecordedDelivery {
  readonly delivery: DeliveryMessage;
  readonly beforePost: readonly TableCall[];
  readonly afterPost: readonly TableCall[];
}

/**
 * Calls the function in this process and records its calls. The second delivery is recorded: the first one
 * also decrypts the secret and records that the webhook works, which happens once a minute.
 * @throws when the
 * function calls another service, too, because the bound would not include it
 */
export async function recordDelivery(deployment: Deployment): Promise<RecordedDelivery> {
  const { stack, table, now } = deployment;
  let isPosted = false;
  const receiver = createServer((_request, response) => {
    isPosted = true;
    response.writeHead(204).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const workspaceId = newId('wsp', now());
  const webhookId = await addWebhook(deployment, workspaceId, `http://127.0.0.1:${port}/`);
  const events = await storeEvents(table, workspaceId, 2);
  const [first, second] = events.map((event) => ({
    workspaceId,
    webhookId,
    ...event,
    attempt: 1,
    dueAt: now(),
  }));
  if (!first || !second) throw new Error('two events must be stored');
  await deliverMessage('webhooks.deliver', first);
  isPosted = false;
  watchTable(dynamoClient());
  watchWire(stack.endpoints);
  const calls: (TableCall & { readonly isAfter: boolean })[] = [];
  watchInputs((call) => calls.push({ ...call, isAfter: isPosted }));
  const all = await recordCalls(() => deliverMessage('webhooks.deliver', second));
  receiver.close();
  const others = all.filter(({ service }) => service !== 'dynamodb');
  if (others.length > 0) throw new Error(`a delivery also calls ${others.map(({ service }) => service)}`);

  return {
    delivery: second,
    beforePost: calls.filter(({ isAfter }) => !isAfter),
    afterPost: calls.filter(({ isAfter }) => isAfter),
  };
}

function watchInputs(note: (call: TableCall) => void): void {
  dynamoClient().middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        note({ command: String(commandName), input: { ...args.input } });

        return next(args);
      },
    { step: 'initialize', name: 'noteInput' },
  );
}
