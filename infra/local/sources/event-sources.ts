import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { InvocationResult } from '../lambda/protocol.ts';
import type { Clients } from '../resources/clients.ts';
import type { EventSourceModel } from '../template/event-sources.ts';
import type { StackModel } from '../template/model.ts';
import type { Poller } from './poller-group.ts';
import { type QueuePollerOptions, startQueuePoller } from './queue-poller.ts';
import { describeDiscardedBatch } from './stream-batch.ts';
import { startStreamPoller } from './stream-poller.ts';

export interface EventSourceOptions {
  readonly model: StackModel;
  readonly clients: Clients;
  readonly region: string;
  readonly queueUrls: ReadonlyMap<string, string>;
  /** By the ARN of the table. */
  readonly streamArns: ReadonlyMap<string, string>;
  readonly checkpointFile: (mappingId: string) => string;
  readonly invoke: (functionArn: string, event: unknown) => Promise<InvocationResult>;
  /** Number of processors that one function, or all functions, use. */
  readonly load: (functionArn?: string) => number;
  readonly whileRunning: QueuePollerOptions['whileRunning'];
  readonly onError: (mappingId: string, error: unknown) => void;
}

/** Starts every event source mapping of the template. */
export function startEventSources(options: EventSourceOptions): Poller {
  const pollers = options.model.eventSources.map((mapping) =>
    mapping.sourceArn.includes(':sqs:') ? startQueue(options, mapping) : startStream(options, mapping),
  );

  return {
    stop: async () => {
      await Promise.all(pollers.map((poller) => poller.stop()));
    },
  };
}

function startQueue(options: EventSourceOptions, mapping: EventSourceModel): Poller {
  const functionArn = functionArnOf(options.model, mapping);

  return startQueuePoller({
    client: options.clients.sqs,
    mapping,
    queueUrl: queueUrlOf(options.queueUrls, mapping.sourceArn),
    region: options.region,
    invoke: (event) => options.invoke(functionArn, event),
    whileRunning: options.whileRunning,
    load: () => ({ ofSource: options.load(functionArn), all: options.load() }),
    onError: (error) => options.onError(mapping.id, error),
  });
}

function startStream(options: EventSourceOptions, mapping: EventSourceModel): Poller {
  const { clients, queueUrls } = options;
  const functionArn = functionArnOf(options.model, mapping);
  const streamArn = options.streamArns.get(mapping.sourceArn.replace(/\/stream\/.*$/, ''));
  if (streamArn === undefined) throw new Error(`${mapping.id} reads a stream that no table has`);

  return startStreamPoller({
    client: clients.streams,
    mapping,
    streamArn,
    region: options.region,
    checkpointFile: options.checkpointFile(mapping.id),
    invoke: (event) => options.invoke(functionArn, event),
    discard: async (shardId, batch) => {
      if (mapping.onFailureArn === undefined) return;
      await clients.sqs.send(
        new SendMessageCommand({
          QueueUrl: queueUrlOf(queueUrls, mapping.onFailureArn),
          MessageBody: JSON.stringify(describeDiscardedBatch({ streamArn, shardId, functionArn }, batch)),
        }),
      );
    },
    onError: (error) => options.onError(mapping.id, error),
  });
}

function functionArnOf(model: StackModel, mapping: EventSourceModel): string {
  const definition = model.functions.find(({ name }) => name === mapping.functionName);
  if (definition === undefined) throw new Error(`${mapping.id} invokes a function that has no operation`);

  return definition.arn;
}

function queueUrlOf(queueUrls: ReadonlyMap<string, string>, arn: string): string {
  const url = queueUrls.get(arn.slice(arn.lastIndexOf(':') + 1));
  if (url === undefined) throw new Error(`The template has no queue ${arn}`);

  return url;
}
