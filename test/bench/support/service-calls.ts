import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Endpoints } from '../../../infra/local/lambda/function-environment.ts';
import { capacityOf, failureUnits, type Units } from './units.ts';

type Service = keyof Endpoints;

export interface ServiceCall {
  readonly service: Service;
  readonly begin: number;
  end: number;
  units: Units;
}

/** A sequence number for starts and ends, because a clock cannot order two calls of one tick. */
let moment = 0;
let recording: ServiceCall[] | undefined;

function begin(service: Service): ServiceCall {
  moment += 1;
  const call = { service, begin: moment, end: Number.POSITIVE_INFINITY, units: { read: 0, write: 0 } };
  recording?.push(call);

  return call;
}

function finish(call: ServiceCall): void {
  moment += 1;
  call.end = moment;
}

/** Records all requests of this process to AWS services while `work` runs. Only one recording at a time. */
export async function recordCalls(work: () => Promise<unknown>): Promise<readonly ServiceCall[]> {
  if (recording) throw new Error('two concurrent recordings would count each other’s calls');
  const calls: ServiceCall[] = [];
  recording = calls;
  try {
    await work();
  } finally {
    recording = undefined;
  }

  return calls;
}

/** Makes every response of the table include its consumed capacity. */
export function watchTable(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const call = begin('dynamodb');
        const input = { ...args.input, ReturnConsumedCapacity: 'INDEXES' };
        try {
          const result = await next({ ...args, input });
          call.units = capacityOf(String(commandName), result.output);

          return result;
        } catch (error) {
          call.units = failureUnits(error, input);
          throw error;
        } finally {
          finish(call);
        }
      },
    { step: 'initialize', priority: 'high', name: 'recordCapacity' },
  );
}

/**
 * Clients of other services are private to their modules, so that their calls are recorded on the wire,
 * including retries.
 */
export function watchWire(endpoints: Endpoints): void {
  const services = new Map<string, Service>(
    (['sqs', 'scheduler', 'kms', 's3'] as const).map((service) => [
      new URL(endpoints[service]).host,
      service,
    ]),
  );
  const calls = new WeakMap<ClientRequest, ServiceCall>();

  subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: ClientRequest };
    const service = services.get(String(request.getHeader('host')));
    if (service) calls.set(request, begin(service));
  });
  subscribe('http.client.response.finish', (message) => {
    const { request } = message as { request: ClientRequest };
    const call = calls.get(request);
    if (call) finish(call);
  });
}
