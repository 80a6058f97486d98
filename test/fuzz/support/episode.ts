import { randomUUID } from 'node:crypto';
import { planKeyRevocation } from '#lib/api-keys/revoke.ts';
import { keyIdOf } from '#lib/api-keys/token.ts';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import { commitNow } from '../../api/support/seed.ts';
import type { Endpoint } from '../../api/support/subject.ts';
import { connected, newApiKey, newWorkspace, useStack } from '../../support/stack.ts';
import { asFile, type Base, type Draft, draftOf, newBase, variationOf } from './draft.ts';
import { readBackFaults, replayFaults } from './follow-ups.ts';
import { type Context, mutations } from './mutations.ts';
import { responseFaults } from './oracle.ts';
import { newPool } from './pool.ts';
import { createRandom, type Random } from './random.ts';
import { type Answer, callInProcess, callOverHttp, isSendable } from './transport.ts';

export interface EpisodePlan {
  /** In the order of the calls. */
  readonly endpoints: readonly Endpoint[];
  readonly seed: number;
  readonly handlerOf: (endpoint: Endpoint) => EndpointHandler;
  /** Share of requests that are sent to the running stack. */
  readonly overHttp: number;
  readonly foreignId: (prefix: string) => string | undefined;
  readonly isOver: () => boolean;
  readonly onAnswer: (draft: Draft, answer: Answer) => void;
  /** @param replay sends the request again without others, with changes */
  readonly onFailure: (failure: Failure, replay: (draft: Draft) => Promise<string[]>) => Promise<void>;
}

export interface Failure {
  readonly draft: Draft;
  readonly answer: Answer | undefined;
  readonly complaints: readonly string[];
}

/** Below a key's limit, so that a rate-limited response is a fault. */
const requestsPerKey = 90;

/** Calls endpoints in sequence in their own workspace. Requests use values from earlier responses. */
export async function runEpisode(plan: EpisodePlan): Promise<void> {
  const { workspaceId, apiKey, readOnlyApiKey } = await newWorkspace();
  const credentials = keyring(workspaceId, apiKey);
  const isOurs = (id: string) => id === keyIdOf(readOnlyApiKey) || credentials.owns(id);
  const pool = newPool(isOurs);
  const random = createRandom(plan.seed);
  const context: Context = { dice: random, pool, foreignId: plan.foreignId, readOnlyApiKey };
  const send = async (draft: Draft): Promise<Answer> => {
    credentials.note();
    const sendOverHttp =
      isSendable(draft) && draft.expectation !== 'unauthorized' && random.chance(plan.overHttp);
    const answer = await (sendOverHttp
      ? callOverHttp(useStack().baseUrl, draft)
      : callInProcess(plan.handlerOf(draft.endpoint), draft));
    plan.onAnswer(draft, answer);

    return answer;
  };
  // One key for a request and its follow-ups, because another key is another caller.
  const examine = async (draft: Draft) => examineDraft(withCredential(draft, await credentials.key()), send);
  const bases = new Map<string, Base>();

  for (const endpoint of plan.endpoints) {
    if (plan.isOver()) return;
    const draft = await nextDraft(endpoint, { bases, workspaceId, context });
    const failure = await examine(draft);
    if (failure.complaints.length > 0) {
      await plan.onFailure(failure, async (candidate) => (await examine(candidate)).complaints.slice());
    }
    pool.harvest(parsed(failure.answer?.text));
    // An ended session cannot be used again, like a deleted contact.
    if (endpoint.definition.auth !== 'credential' && failure.answer?.status === 401)
      bases.delete(endpoint.name);
    if (endpoint.definition.method === 'DELETE' && failure.answer?.status === 204) {
      pool.forget(draft.params['id'] ?? '');
      bases.delete(endpoint.name);
    }
  }
}

function withCredential(draft: Draft, apiKey: string): Draft {
  const isSigned = draft.headers.some(([name]) => name === 'Authorization');
  // Other requests include their credential, or need none.
  const takesKey = draft.endpoint.definition.auth === 'credential';

  return isSigned || !takesKey
    ? draft
    : { ...draft, headers: [...draft.headers, ['Authorization', `Bearer ${apiKey}`]] };
}

/** A key with remaining capacity in its window; a new key before one is used up. */
function keyring(workspaceId: string, first: string) {
  const keys = [first];
  let used = 0;

  return {
    owns: (id: string) => keys.some((key) => keyIdOf(key) === id),
    note: () => {
      used += 1;
    },
    async key(): Promise<string> {
      if (used > requestsPerKey) {
        const [usedUp] = keys.slice(1).slice(-1);
        keys.push(await newApiKey(workspaceId, { scope: 'full-access' }));
        // A workspace has a maximum number of keys.
        if (usedUp)
          await commitNow(
            workspaceId,
            await planKeyRevocation(connected(), workspaceId, keyIdOf(usedUp) ?? '', 'keep'),
          );
        used = 0;
      }

      return keys.at(-1) ?? first;
    },
  };
}

interface Drafting {
  readonly bases: Map<string, Base>;
  readonly workspaceId: string;
  readonly context: Context;
}

async function nextDraft(endpoint: Endpoint, { bases, workspaceId, context }: Drafting): Promise<Draft> {
  const { dice: die } = context;
  const known = bases.get(endpoint.name);
  const isFresh = !known || die.chance(0.05);
  // Objects in the workspace may prevent the request by now.
  const fresh = isFresh ? await newBase(endpoint, workspaceId).catch(() => undefined) : undefined;
  const base = fresh ?? known ?? { path: endpoint.definition.path };
  bases.set(endpoint.name, base);
  const valid = die.chance(0.5) ? asFile(draftOf(endpoint, base)) : draftOf(endpoint, base);
  const varied = fresh ? valid : variationOf(valid, context);
  const keyed =
    endpoint.definition.method !== 'GET' && die.chance(0.15)
      ? { ...varied, headers: [...varied.headers, ['Idempotency-Key', randomUUID()] as const] }
      : varied;

  return die.chance(0.45) ? mutateDraft(keyed, context) : keyed;
}

/** One applicable mutation of the draft. */
function mutateDraft(draft: Draft, context: Context): Draft {
  for (let tries = 0; tries < 50; tries++) {
    const { name, expectation = 'any', mutate } = context.dice.pick(mutations);
    const changes = mutate(draft, context);
    if (changes) return { ...draft, expectation, ...changes, origin: name };
  }

  return draft;
}

/** Sends a request and its follow-ups. Never throws: an exception counts as a failure, too. */
async function examineDraft(draft: Draft, send: (draft: Draft) => Promise<Answer>): Promise<Failure> {
  let answer: Answer | undefined;
  try {
    answer = await send(draft);
    const complaints = [
      ...responseFaults(draft, answer),
      ...(await replayFaults(draft, answer, send)),
      ...(await readBackFaults(draft, answer, send)),
    ];

    return { draft, answer, complaints };
  } catch (error) {
    return {
      draft,
      answer,
      complaints: [`no response: ${error instanceof Error ? error.stack : String(error)}`],
    };
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

export function shuffled<Element>(list: readonly Element[], die: Random): Element[] {
  return list
    .map((element) => ({ element, rank: die.below(2 ** 31) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ element }) => element);
}
