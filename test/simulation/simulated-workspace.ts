import { type DispatchServices, dispatchCampaign } from '#lib/campaigns/dispatch/dispatch.ts';
import { enrolmentJobs } from '#lib/campaigns/enrolment/description.ts';
import { campaignWorkers } from '#lib/campaigns/workers.ts';
import { OutboxItem } from '#lib/commit/outbox-item.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { sendQueued } from '#lib/emails/send-queued.ts';
import type { SendServices } from '#lib/emails/transmit.ts';
import { emailWorkers } from '#lib/emails/workers.ts';
import { type PublishServices, publish, publishDeferred } from '#lib/events/publish.ts';
import { eventWorkers } from '#lib/events/workers.ts';
import { syncInbox } from '#lib/inbox/sync.ts';
import { inboxWorkers } from '#lib/inbox/workers.ts';
import { jobRunner } from '#lib/jobs/run.ts';
import { jobWorkers } from '#lib/jobs/workers.ts';
import { sweep } from '#lib/maintenance/sweep.ts';
import { maintenanceWorkers } from '#lib/maintenance/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer, scheduledFunction, streamConsumer } from '#lib/runtime/consumer.ts';
import { systemSenderDns } from '#lib/sender-dns/dns-queries.ts';
import type { Item } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { queueNames } from '#lib/values/queues.ts';
import { recordOf } from '#lib/values/record-of.ts';
import { connected } from '../support/stack.ts';
import { consume, context, insertRecords } from '../workers/support/invoke.ts';
import { ownView } from '../workers/support/own-view.ts';
import { type Agenda, createAgenda } from './agenda.ts';
import { type CallSeam, throughSeam } from './call-seam.ts';
import type { EventRecord } from './checker/record.ts';
import { countCalls } from './count-calls.ts';
import { simulatedTransport, type TransportQuality } from './simulated-transport.ts';

type FunctionName = 'dispatch' | 'runJob' | 'send' | 'sync' | 'publish' | 'fanOut' | 'sweep';

type ScheduledAction = () => Promise<void>;

type SimulatedServices = DispatchServices & SendServices & PublishServices;

/** Differences from the default simulation. */
interface WorkspaceOptions {
  /** The functions' view of the table. The default hides the work of other workspaces, which share the table. */
  readonly viewTable?: typeof ownView;
  /** All writes, queue messages and schedules of the functions pass through it. The default changes nothing. */
  readonly seam?: CallSeam;
  /** Whether a requested read of an inbox takes place. A simulation may omit reads that find nothing. */
  readonly isReadNeeded?: (accountId: string) => boolean;
  /** Events of the same time run one after the other, in the order of their creation. */
  readonly isSequential?: boolean;
  /** Called when the clock has moved. */
  readonly onTime?: (now: number) => void;
}

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
  readonly options: WorkspaceOptions;
  /** Invokes a function that has no queue. */
  readonly invoke: (name: keyof ScheduledFunctions) => Promise<void>;
  /** Messages that failed five times, by function. */
  readonly deadLetters: FunctionName[];
  /** Committed outbox items that are not recorded yet. */
  readonly committed: Item[];
  /** Recorded outbox items that the stream has not delivered yet. */
  readonly unpublished: Item[];
}

/** Batch interval of the stream. Milliseconds. */
const publishAfterMs = 15_000;

/** The deployed functions, but driven by the simulated clock. */
export function createSimulatedWorkspace(
  begin: number,
  quality: TransportQuality,
  options: WorkspaceOptions = {},
): SimulatedWorkspace {
  const { viewTable = ownView, seam, isReadNeeded = () => true } = options;
  const clock = () => simulated.now;
  const workspaceId = newId('wsp', begin);
  const committed: Item[] = [];
  const agenda = createAgenda<ScheduledAction>();
  const table = viewTable(connected().table, workspaceId, committed);
  const transport = simulatedTransport(clock, quality);
  const deliverTo = (name: keyof Consumers) => (at: number, message: unknown) => {
    agenda.add(at, () => deliver(name, message));
  };
  const count = () => {
    simulated.requestCount += 1;
  };
  const unseamed: SimulatedServices = {
    table: countCalls(table, count),
    now: clock,
    vault: kmsVault({ table }),
    loopback: 'allow',
    signer: kmsTokenSigner(),
    linksBaseUrl: 'https://outreach.example',
    ...recordOf(queueNames, (name) => sqsQueue(name)),
    ticks: countCalls(transport.queue('ticks', deliverTo('dispatch')), count),
    fanouts: countCalls(transport.queue('fanouts', deliverTo('fanOut')), count),
    jobs: countCalls(transport.queue('jobs', deliverTo('runJob')), count),
    sends: countCalls(transport.queue('sends', deliverTo('send')), count),
    schedules: countCalls(
      transport.schedules((at, tick, isStill) => {
        agenda.add(at, async () => (isStill() ? deliver('dispatch', tick) : undefined));
      }),
      count,
    ),
    waitingSends: { count: async () => 0 },
    syncs: transport.queue('syncs', (at, message) => {
      agenda.add(at, async () => (isReadNeeded(message.accountId) ? deliver('sync', message) : undefined));
    }),
  };
  const services = seam ? throughSeam(seam, unseamed) : unseamed;
  const consumers = consumersOf(services);
  const scheduled = scheduledFunctionsOf(services);
  const deliver = async (name: keyof Consumers, message: unknown, receives = 1) => {
    simulated.calls[name] += 1;
    seam?.begin(name);
    const returned = (await consume(consumers[name], [message], receives)).length;
    seam?.end();
    simulated.returnedCount += returned;
    if (returned === 0) return;
    if (receives === receivesMax) simulated.deadLetters.push(name);
    else agenda.add(clock() + visibilityMs[name], () => deliver(name, message, receives + 1));
  };
  const simulated: SimulatedWorkspace = {
    workspaceId,
    services,
    now: begin,
    committed,
    agenda,
    options,
    async invoke(name) {
      simulated.calls[name] += 1;
      seam?.begin(name);
      // The next run repeats a failed one.
      await scheduled[name]({}, context).catch(() => {
        simulated.returnedCount += 1;
      });
      seam?.end();
    },
    deadLetters: [],
    events: [],
    unpublished: [],
    returnedCount: 0,
    requestCount: 0,
    calls: { dispatch: 0, runJob: 0, send: 0, sync: 0, publish: 0, fanOut: 0, sweep: 0 },
  };

  return simulated;
}

type Consumers = ReturnType<typeof consumersOf>;

type ScheduledFunctions = ReturnType<typeof scheduledFunctionsOf>;

/** Six times the function's timeout, as deployed. */
const visibilityMs: Record<keyof Consumers, number> = {
  dispatch: 180_000,
  runJob: 180_000,
  send: 1_080_000,
  sync: 540_000,
  fanOut: 180_000,
};

/** Then a message becomes a dead letter. */
const receivesMax = 5;

function consumersOf(services: SimulatedServices) {
  const runJob = jobRunner([enrolmentJobs]);

  return {
    sync: queueConsumer(inboxWorkers.sync, (_given, message) => syncInbox(services, message)),
    dispatch: queueConsumer(campaignWorkers.dispatch, (_given, tick) => dispatchCampaign(services, tick)),
    runJob: queueConsumer(jobWorkers.run, (_given, call) => runJob(services, call)),
    send: queueConsumer(emailWorkers.send, (_given, call) => sendQueued(services, call)),
    fanOut: queueConsumer(eventWorkers.fanOut, (_given, call) => publishDeferred(services, call)),
  };
}

function scheduledFunctionsOf(services: SimulatedServices) {
  const sweepServices = {
    ...services,
    deadLetters: { count: async () => new Map() },
    senderDns: systemSenderDns,
    findRedirect: async () => undefined,
  };

  return {
    sweep: scheduledFunction(maintenanceWorkers.sweep, () => sweep(sweepServices)),
  };
}

/** Runs all events before `end`. @returns whether no later event is left */
export async function runUntil(simulated: SimulatedWorkspace, end: number): Promise<boolean> {
  const { isSequential = false, onTime } = simulated.options;
  for (;;) {
    recordCommitted(simulated);
    const at = simulated.agenda.nextAt();
    if (at === undefined || at >= end) return at === undefined;
    simulated.now = Math.max(simulated.now, at);
    onTime?.(simulated.now);
    const actions = simulated.agenda.takeNext();
    if (isSequential) for (const run of actions) await run();
    else await Promise.all(actions.map((run) => run()));
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
  const { services, unpublished, options, agenda, now } = simulated;
  const publishing = streamConsumer(eventWorkers.publish, (_given, items) => publish(services, items));
  const items = unpublished.splice(0);
  simulated.calls.publish += 1;
  options.seam?.begin('publish');
  try {
    await publishing(insertRecords(items), context);
  } catch {
    // The stream delivers the batch again.
    simulated.returnedCount += 1;
    agenda.add(now + publishAfterMs, () => publishAll(simulated));
    unpublished.unshift(...items);
  } finally {
    options.seam?.end();
  }
}
