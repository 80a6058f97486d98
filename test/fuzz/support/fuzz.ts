import { pathToFileURL } from 'node:url';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import { endpoints as all } from '#lib/operations.ts';
import type { Endpoint } from '../../api/support/subject.ts';
import { newWorkspace } from '../../support/stack.ts';
import { type Draft, newBase } from './draft.ts';
import { type Failure, runEpisode, shuffled } from './episode.ts';
import { newPool } from './pool.ts';
import { createRandom } from './random.ts';
import { newTally, type Tally } from './report.ts';
import { describeDraft, shrink } from './shrink.ts';

export interface FuzzRun {
  readonly endpoints: readonly Endpoint[];
  readonly requestsEach: number;
  readonly seed: number;
  readonly overHttp?: number;
  /** Default: the handler that the operation's file exports. */
  readonly handler?: EndpointHandler;
  /** The run ends after this number of kinds of failures. Default: 25. */
  readonly kindsMax?: number;
}

export interface FuzzResult {
  readonly tally: Tally;
  /** One failure of each kind, with its smallest request. */
  readonly failures: readonly string[];
}

const requestsEachPerEpisode = 25;
const episodesAtOnce = 12;

/** Calls each endpoint with a number of valid and invalid requests. */
export async function fuzz({
  endpoints,
  requestsEach,
  seed,
  overHttp = 0,
  handler,
  kindsMax = 25,
}: FuzzRun): Promise<FuzzResult> {
  // All operations: one operation reads what another one has written.
  const handlers = new Map(
    await Promise.all(
      all.map(
        async (each) =>
          [each.name, (endpoints.includes(each) && handler) || (await handlerOf(each))] as const,
      ),
    ),
  );
  const foreign = newPool(() => false);
  await readForeignIds(endpoints, foreign.harvest);
  const foreignDice = createRandom(seed);
  const tally = newTally();
  const failures = new Map<string, string>();
  const isOver = () => failures.size >= kindsMax;

  const report = async (failure: Failure, replay: (draft: Draft) => Promise<string[]>) => {
    const kind = kindOf(failure);
    tally.countFailure(failure.draft.endpoint.name);
    if (failures.has(kind) || isOver()) return;
    failures.set(kind, '');
    failures.set(kind, await describeFailure(failure, replay, seed));
  };
  const rounds = Math.ceil(requestsEach / requestsEachPerEpisode);
  const plans = Array.from({ length: rounds }, (_, round) => ({
    seed: seed + round,
    endpoints: shuffled(
      endpoints.flatMap((each) =>
        Array<Endpoint>(Math.min(requestsEachPerEpisode, requestsEach - round * requestsEachPerEpisode)).fill(
          each,
        ),
      ),
      createRandom(seed + round),
    ),
  })).values();
  const lane = async () => {
    for (const plan of plans) {
      await runEpisode({
        ...plan,
        isOver,
        overHttp,
        handlerOf: ({ name }) => known(handlers, name),
        foreignId: (prefix) => foreign.id(prefix, foreignDice),
        onAnswer: (draft, answer) => tally.count(draft, answer.status),
        onFailure: report,
      });
    }
  };
  await Promise.all(Array.from({ length: episodesAtOnce }, lane));

  return { tally, failures: [...failures.values()] };
}

/** Existing ids of other workspaces. Each id has its own workspace, so that they do not affect each other. */
async function readForeignIds(
  endpoints: readonly Endpoint[],
  harvest: (body: unknown) => void,
): Promise<void> {
  await Promise.all(
    endpoints
      .filter(({ definition }) => definition.path.includes('{id}'))
      .map(async (endpoint) => harvest((await newBase(endpoint, (await newWorkspace()).workspaceId)).params)),
  );
}

function kindOf({ draft, answer, complaints }: Failure): string {
  return [draft.endpoint.name, answer?.status, complaints[0]?.replace(/:.*/s, '')].join(' ');
}

async function describeFailure(
  failure: Failure,
  replay: (draft: Draft) => Promise<string[]>,
  seed: number,
): Promise<string> {
  const word = (complaint: string | undefined) => complaint?.replace(/:.*/s, '');
  const kind = word(failure.complaints[0]);
  // The expected response of a request need not apply to a smaller one.
  const isShrinkable = !kind?.startsWith('unexpected');
  const stillFails = async (candidate: Draft) =>
    (await replay(candidate)).some((complaint) => word(complaint) === kind);
  const smallest = isShrinkable ? await shrink(failure.draft, stillFails) : failure.draft;
  const { status, text } = failure.answer ?? { status: 'no answer', text: '' };

  return [
    `${failure.draft.endpoint.name} (seed ${seed}): ${failure.complaints.join('; ')}`,
    `  response: ${status} ${text.slice(0, 500)}`,
    `  smallest failing request: ${describeDraft(smallest)}`,
  ].join('\n');
}

function known(handlers: ReadonlyMap<string, EndpointHandler>, name: string): EndpointHandler {
  const handler = handlers.get(name);
  if (!handler) throw new Error(`there is no ${name}`);

  return handler;
}

async function handlerOf({ file }: Endpoint): Promise<EndpointHandler> {
  const { handler } = await import(pathToFileURL(file).href);

  return handler;
}
