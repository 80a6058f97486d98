import { type DispatchServices, dispatchCampaign } from '#lib/campaigns/dispatch/dispatch.ts';
import { runJob } from '#lib/campaigns/enrolment/run-job.ts';
import { campaignWorkers } from '#lib/campaigns/workers.ts';
import { OutboxItem } from '#lib/commit/outbox-item.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { sendQueued } from '#lib/emails/send-queued.ts';
import type { SendServices } from '#lib/emails/transmit.ts';
import { emailWorkers } from '#lib/emails/workers.ts';
import { type PublishServices, publish } from '#lib/publishing/publish.ts';
import { activityWorkers } from '#lib/publishing/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer, streamConsumer } from '#lib/runtime/consumer.ts';
import type { Item } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { connected } from '../support/stack.ts';
import { consume, context, insertRecords } from '../workers/support/invoke.ts';
import { ownView } from '../workers/support/own-view.ts';
import { type Agenda, createAgenda } from './agenda.ts';
import type { EventRecord } from './checker/record.ts';
import { countCalls } from './count-calls.ts';
import { simulatedTransport, type TransportQuality } from './simulated-transport.ts';

const functionNames = ['dispatch', 'runJob', 'send', 'publish'] as const;
type FunctionName = (typeof functionNames)[number];

type ScheduledAction = () => Promise<void>;

type SimulatedServices = DispatchServices & SendServices & PublishServices;

/** A simulated workspace. Its clock jumps from one event to the next. */
export interface SimulatedWorkspace {
  readonly workspaceId: string;
  readonly services: SimulatedServices;
  /** Epoch milliseconds. */
  now: number;
  /** Committed events with their time. */
  readonly events: EventRecord[];
  /** Number of calls by function. */
  readonly calls: Record<FunctionName, number>;
  /** Number of messages returned to a queue after a failure. */
  returnedCount: number;
  /** Number of requests to the table, the queues and the schedules. */
  requestCount: number;
  readonly agenda: Agenda<ScheduledAction>;
  /** Committed outbox items that are not recorded yet. */
  readonly committed: Item[];
  /** Recorded outbox items that the stream has not delivered yet. */
  readonly unpublished: Item[];
}

/** Batch interval of the stream. Milliseconds. */
const publishAfterMs = 15_000;

/** The deployed functions, but driven by the simulated clock. */
export function createSimulatedWorkspace(begin: number, quality: TransportQuality): SimulatedWorkspace {
  const clock = () => simulated.now;
  const workspaceId = newId('wsp', begin);
  const committed: Item[] = [];
  const agenda = createAgenda<ScheduledAction>();
  const table = ownView(connected().table, workspaceId, committed);
  const transport = simulatedTransport(clock, quality);
  const deliverTo = (name: keyof Consumers) => (at: number, message: unknown) => {
    agenda.add(at, () => deliver(name, message));
  };
  const count = () => {
    simulated.requestCount += 1;
  };
  const services: SimulatedServices = {
    table: countCalls(table, count),
    now: clock,
    vault: kmsVault({ table }),
    loopback: 'allow',
    signer: kmsTokenSigner(),
    linksBaseUrl: 'https://outreach.example',
    ticks: countCalls(transport.queue('ticks', deliverTo('dispatch')), count),
    jobs: countCalls(transport.queue('jobs', deliverTo('runJob')), count),
    sends: countCalls(transport.queue('sends', deliverTo('send')), count),
    schedules: countCalls(
      transport.schedules((at, tick, isStill) => {
        agenda.add(at, async () => (isStill() ? deliver('dispatch', tick) : undefined));
      }),
      count,
    ),
    suppressions: sqsQueue('suppressions'),
    syncs: sqsQueue('syncs'),
    imports: sqsQueue('imports'),
    bulkjobs: sqsQueue('bulkjobs'),
    erasures: sqsQueue('erasures'),
    deliveries: sqsQueue('deliveries'),
    slowlane: sqsQueue('slowlane'),
    releases: sqsQueue('releases'),
    fanouts: sqsQueue('fanouts'),
  };
  const consumers = consumersOf(services);
  const deliver = async (name: keyof Consumers, message: unknown) => {
    simulated.calls[name] += 1;
    simulated.returnedCount += (await consume(consumers[name], [message])).length;
  };
  const simulated: SimulatedWorkspace = {
    workspaceId,
    services,
    now: begin,
    committed,
    agenda,
    events: [],
    unpublished: [],
    returnedCount: 0,
    requestCount: 0,
    calls: { dispatch: 0, runJob: 0, send: 0, publish: 0 },
  };

  return simulated;
}

type Consumers = ReturnType<typeof consumersOf>;

function consumersOf(services: SimulatedServices) {
  return {
    dispatch: queueConsumer(campaignWorkers.dispatch, (_given, tick) => dispatchCampaign(services, tick)),
    runJob: queueConsumer(campaignWorkers.runJob, (_given, call) => runJob(services, call)),
    send: queueConsumer(emailWorkers.send, (_given, call) => sendQueued(services, call)),
  };
}

/** Runs all events before `end`. @returns whether no later event is left */
export async function runUntil(simulated: SimulatedWorkspace, end: number): Promise<boolean> {
  for (;;) {
    recordCommitted(simulated);
    const at = simulated.agenda.nextAt();
    if (at === undefined || at >= end) return at === undefined;
    simulated.now = Math.max(simulated.now, at);
    await Promise.all(simulated.agenda.takeNext().map((run) => run()));
  }
}

function recordCommitted(simulated: SimulatedWorkspace): void {
  const { committed, unpublished, events, agenda, now } = simulated;
  const newItems = committed.splice(0);
  if (newItems.length === 0) return;
  events.push(
    ...newItems.flatMap((item) => OutboxItem.parse(item).events.map(({ type }) => ({ type, at: now }))),
  );
  if (unpublished.length === 0) agenda.add(now + publishAfterMs, () => publishAll(simulated));
  unpublished.push(...newItems);
}

async function publishAll(simulated: SimulatedWorkspace): Promise<void> {
  const { services, unpublished } = simulated;
  const publishing = streamConsumer(activityWorkers.publish, (_given, items) => publish(services, items));
  simulated.calls.publish += 1;
  await publishing(insertRecords(unpublished.splice(0)), context);
}
