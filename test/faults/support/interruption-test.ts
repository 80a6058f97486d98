import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { recountStatistics } from '#lib/statistics/recount.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { type Endpoint, type Subject, subjectOf } from '../../api/support/subject.ts';
import { gatewayEvent, type TestReply, type TestRequest } from '../../support/call.ts';
import { once } from '../../support/once.ts';
import { connected } from '../../support/stack.ts';
import { type ItemPrint, normalise, readSettled } from './footprint.ts';
import { interruptEach, sampledCuts } from './interrupt-each.ts';
import type { Cut, RunResult } from './interruptible-process.ts';
import { createReference, deviations, type ReferenceRun } from './reference-runs.ts';
import { runInterruptible } from './run-interruptible.ts';

export interface InterruptionTest {
  readonly endpoint: Endpoint;
  /** The bundle that a container loads. */
  readonly bundle: string;
  /** Replaces fields of the valid request. */
  readonly changes?: () => Partial<TestRequest>;
  /** How long its work in the background may take; otherwise as long as `readSettled` waits. */
  readonly settlesWithinMs?: number;
  /** Attributes that count attempts: an interrupted attempt may have counted, too. */
  readonly attemptCounts?: readonly string[] | undefined;
}

export interface Outcome {
  readonly calls: number;
  /** Number of planned interruptions: before and after each call, or a share of them. */
  readonly planned: number;
  /** Number of interruptions that were reached. */
  readonly cuts: number;
  readonly complaints: readonly string[];
}

/** The sweeper may have to trigger the stack's workers; it runs once a minute and waits a minute. */
const patienceMs = 150_000;
const atOnce = 4;

/** What an operation does without an interruption. Each run is made at its first use, and shared by the manners of interruption. */
export function undisturbedRuns(interruptionTest: InterruptionTest) {
  const first = once(() => attemptInterrupted(interruptionTest, 'undisturbed'));
  const reference = once(async () => {
    const [one, other] = [await first(), await attemptInterrupted(interruptionTest, 'absent')];
    const undisturbed = createReference(one.prints, other.prints);
    const complaints = [...one.complaints, ...other.complaints, ...deviations(undisturbed, other.prints)];

    return { undisturbed, complaints };
  });

  return { interruptionTest, first, reference };
}

/**
 * Interrupts an operation before and after each of its outgoing calls, each time in a new workspace. Then the
 * caller repeats the request twice with the same Idempotency-Key. Both repeats must get the same response,
 * and the workspace must look like after an undisturbed run.
 */
export async function testInterruptions(
  { interruptionTest, first, reference }: ReturnType<typeof undisturbedRuns>,
  manner: Cut['manner'],
  { every, stopsAtComplaint }: { every?: number; stopsAtComplaint?: boolean } = {},
): Promise<Outcome> {
  const { testimony, complaints: ofFirst } = await first();
  const { calls, answer } = testimony ?? { calls: 0, answer: undefined };
  const cuts = sampledCuts(calls, { manner, every });
  // A sample may have no cut of a short operation.
  if (cuts.length === 0) return { calls, planned: 0, cuts: 0, complaints: ofFirst };
  const { undisturbed, complaints: ofReference } = await reference();
  const { reached, complaints } = await interruptEach(cuts, { atOnce, stopsAtComplaint }, async (cut) => {
    const attempted = await attemptInterrupted(interruptionTest, cut, undisturbed);

    return {
      isReached: !attempted.testimony,
      complaints: [
        ...attempted.complaints,
        ...deviations(undisturbed, attempted.prints, interruptionTest.attemptCounts),
        ...differentResponse(answer, attempted.replies),
      ],
    };
  });

  return { calls, planned: cuts.length, cuts: reached, complaints: [...ofReference, ...complaints] };
}

interface InterruptedAttempt {
  readonly testimony: RunResult | undefined;
  readonly replies: readonly TestReply[];
  readonly prints: readonly ItemPrint[];
  readonly complaints: readonly string[];
}

async function attemptInterrupted(
  { endpoint, bundle, changes, settlesWithinMs, attemptCounts }: InterruptionTest,
  outcome: Cut | 'undisturbed' | 'absent',
  undisturbed?: ReferenceRun,
): Promise<InterruptedAttempt> {
  const subject = await subjectOf(endpoint);
  const request = requestOf(subject, changes?.());
  const event = gatewayEvent(request);
  const cut = typeof outcome === 'string' ? undefined : outcome;
  const assignment = { bundle, event, cut };
  // The undisturbed run counts the calls to cut. A fault would add a retry, and a later run would not reach the last cuts.
  const testimony =
    outcome === 'absent'
      ? undefined
      : await runInterruptible(endpoint.name, assignment, { meetsFaults: outcome !== 'undisturbed' });
  const triesMax = endpoint.definition.callsExternalServer ? 3 : 1;
  const first = await repeat(subject, request, triesMax);
  const second = await repeat(subject, request, triesMax);
  const { workspaceId } = subject.workspace;
  const settledEarly = await readSettled(workspaceId, settlesWithinMs);
  const isSame = !undisturbed || deviations(undisturbed, settledEarly, attemptCounts).length === 0;
  const prints = isSame ? settledEarly : await readSettled(workspaceId, patienceMs);

  return {
    testimony,
    replies: [first, second],
    prints,
    complaints: [...responseFaults(testimony, [first, second]), ...(await counterFaults(workspaceId))],
  };
}

/**
 * An operation with an external server reserves its key for longer than a function may run. So a repeat within seconds of the
 * interruption cannot wait for the end of the reservation, and its client tries again, as the response says.
 */
async function repeat(
  { send }: Pick<Subject, 'send'>,
  request: TestRequest,
  triesMax: number,
): Promise<TestReply> {
  const reply = await send(request.apiKey, request);
  if (triesMax === 1 || ![429, 500].includes(reply.status)) return reply;
  await pause(1000 * Number(reply.headers['retry-after'] ?? 0));

  return repeat({ send }, request, triesMax - 1);
}

/** Counters must match the ledger after every interruption. */
async function counterFaults(workspaceId: string): Promise<string[]> {
  const { table } = connected();
  const day = localDate(Date.now(), 'UTC');
  const differences = await recountStatistics(table, workspaceId, { from: day, to: day }, [], false);

  return differences === 'busy'
    ? ['events are not counted']
    : differences.map((difference) => `counted wrongly: ${JSON.stringify(difference)}`);
}

function requestOf({ valid, workspace }: Subject, changes: Partial<TestRequest> = {}): TestRequest {
  const headers = { ...valid.headers, ...changes.headers, 'Idempotency-Key': randomUUID() };

  return { ...valid, ...changes, headers, apiKey: workspace.apiKey };
}

function responseFaults(testimony: RunResult | undefined, replies: readonly TestReply[]): string[] {
  const [first, second] = replies;
  const answered = testimony && testimony.answer.statusCode < 300 ? testimony.answer : undefined;
  const texts = [...replies.map(({ status, text }) => `${status} ${text}`)];
  if (answered) texts.unshift(`${answered.statusCode} ${answered.body}`);

  return [
    ...replies.flatMap(({ status, text }) => (status < 300 ? [] : [`a repeat got ${status} ${text}`])),
    ...(new Set(texts).size === 1 ? [] : [`the answers differ: ${texts.join(' | ')}`]),
    ...(first?.headers['location'] === second?.headers['location'] ? [] : ['the locations differ']),
    ...(second?.headers['idempotency-replayed'] === 'true' ? [] : ['the second repeat was performed']),
  ];
}

/** Responses of different workspaces are compared without their random parts, by their structure. */
function differentResponse(
  undisturbed: RunResult['answer'] | undefined,
  replies: readonly TestReply[],
): string[] {
  const expected = shapeOf(undisturbed?.body ?? '');

  return replies.flatMap(({ text }) => (shapeOf(text) === expected ? [] : [`another answer: ${text}`]));
}

/** Random texts, such as the end of a key or the token of a link, remain after `normalise`. */
function shapeOf(text: string): string {
  // Before `normalise`, which replaces a part of a message id.
  const withoutTokens = text
    .replaceAll(/(\/u|\/t\/[co])\/[\w-]+/g, '$1/<token>')
    .replaceAll(/\be\.\w{26}\.\w{4}\.\w{16}(?=[.@])/g, '<message>');

  return normalise(withoutTokens)
    .replaceAll(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000/g, '<date>')
    .replaceAll(/"sizeBytes":\d+/g, '"sizeBytes":<size>')
    .replaceAll(/"(lastFour|prefix)":"[^"]*"/g, '"$1":"<token>"');
}
