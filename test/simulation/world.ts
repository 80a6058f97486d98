import { type DispatchServices, dispatchCampaign } from '#lib/campaigns/dispatch/dispatch.ts';
import { runJob } from '#lib/campaigns/enrolment/run-job.ts';
import { campaignWorkers } from '#lib/campaigns/workers.ts';
import { OutboxItem } from '#lib/commit/outbox-item.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import type { SendServices } from '#lib/emails/hand-over.ts';
import { sendMail } from '#lib/emails/send.ts';
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
import { type Agenda, makeAgenda } from './agenda.ts';
import { type CarriageQuality, carriageBy } from './carriage.ts';
import type { EventRecord } from './checker/record.ts';
import { watched } from './watched.ts';

const functionNames = ['dispatch', 'runJob', 'send', 'publish'] as const;
type FunctionName = (typeof functionNames)[number];

type Happening = () => Promise<void>;

type WorldServices = DispatchServices & SendServices & PublishServices;

/** A simulated workspace. Its clock jumps from one event to the next. */
export interface World {
  readonly workspaceId: string;
  readonly services: WorldServices;
  /** Epoch milliseconds. */
  now: number;
  /** Committed events with their time. */
  readonly events: EventRecord[];
  /** Number of calls by function. */
  readonly calls: Record<FunctionName, number>;
  /** Number of messages returned to a queue after a failure. */
  returned: number;
  /** Number of requests to the table, the queues and the schedules. */
  asked: number;
  readonly agenda: Agenda<Happening>;
  /** Committed outbox items that are not recorded yet. */
  readonly committed: Item[];
  /** Recorded outbox items that the stream has not delivered yet. */
  readonly unpublished: Item[];
}

/** Batch interval of the stream. Milliseconds. */
const publishAfterMs = 15_000;

/** The deployed functions, but driven by the simulated clock. */
export function makeWorld(begin: number, quality: CarriageQuality): World {
  const clock = () => world.now;
  const workspaceId = newId('wsp', begin);
  const committed: Item[] = [];
  const agenda = makeAgenda<Happening>();
  const table = ownView(connected().table, workspaceId, committed);
  const carriage = carriageBy(clock, quality);
  const bringTo = (name: keyof Consumers) => (at: number, message: unknown) => {
    agenda.add(at, () => hand(name, message));
  };
  const count = () => {
    world.asked += 1;
  };
  const services: WorldServices = {
    ...{ table: watched(table, count), now: clock, vault: kmsVault({ table }), loopback: 'allow' },
    ...{ signer: kmsTokenSigner(), linksBaseUrl: 'https://outreach.example' },
    ticks: watched(carriage.queue('ticks', bringTo('dispatch')), count),
    jobs: watched(carriage.queue('jobs', bringTo('runJob')), count),
    sends: watched(carriage.queue('sends', bringTo('send')), count),
    schedules: watched(
      carriage.schedules((at, tick, isStill) => {
        agenda.add(at, async () => (isStill() ? hand('dispatch', tick) : undefined));
      }),
      count,
    ),
    suppressions: sqsQueue('suppressions'),
    syncs: sqsQueue('syncs'),
    imports: sqsQueue('imports'),
    deliveries: sqsQueue('deliveries'),
    slowlane: sqsQueue('slowlane'),
    releases: sqsQueue('releases'),
    fanouts: sqsQueue('fanouts'),
  };
  const consumers = consumersOf(services);
  const hand = async (name: keyof Consumers, message: unknown) => {
    world.calls[name] += 1;
    world.returned += (await consume(consumers[name], [message])).length;
  };
  const world: World = {
    ...{ workspaceId, services, now: begin, committed, agenda },
    ...{ events: [], unpublished: [], returned: 0, asked: 0 },
    calls: { dispatch: 0, runJob: 0, send: 0, publish: 0 },
  };

  return world;
}

type Consumers = ReturnType<typeof consumersOf>;

function consumersOf(services: WorldServices) {
  return {
    dispatch: queueConsumer(campaignWorkers.dispatch, (_given, tick) => dispatchCampaign(services, tick)),
    runJob: queueConsumer(campaignWorkers.runJob, (_given, call) => runJob(services, call)),
    send: queueConsumer(emailWorkers.send, (_given, call) => sendMail(services, call)),
  };
}

/** Runs all events before `end`. @returns whether no later event is left */
export async function runUntil(world: World, end: number): Promise<boolean> {
  for (;;) {
    noteCommitted(world);
    const at = world.agenda.nextAt();
    if (at === undefined || at >= end) return at === undefined;
    world.now = Math.max(world.now, at);
    await Promise.all(world.agenda.takeNext().map((happen) => happen()));
  }
}

function noteCommitted(world: World): void {
  const { committed, unpublished, events, agenda, now } = world;
  const fresh = committed.splice(0);
  if (fresh.length === 0) return;
  events.push(
    ...fresh.flatMap((item) => OutboxItem.parse(item).events.map(({ type }) => ({ type, at: now }))),
  );
  if (unpublished.length === 0) agenda.add(now + publishAfterMs, () => publishAll(world));
  unpublished.push(...fresh);
}

async function publishAll(world: World): Promise<void> {
  const { services, unpublished } = world;
  const publishing = streamConsumer(activityWorkers.publish, (_given, items) => publish(services, items));
  world.calls.publish += 1;
  await publishing(insertRecords(unpublished.splice(0)), context);
}
