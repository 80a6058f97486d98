import { isDeepStrictEqual } from 'node:util';
import { guarded } from '../../api/support/subject.ts';
import type { Draft } from './draft.ts';
import { responseFaults } from './oracle.ts';
import type { Answer } from './transport.ts';

type Send = (draft: Draft) => Promise<Answer>;

const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

/** A request with an Idempotency-Key is repeated and must get the same response. */
export async function replayFaults(draft: Draft, first: Answer, send: Send): Promise<string[]> {
  const { definition } = draft.endpoint;
  const isKeyed = draft.headers.some(([name]) => name === 'Idempotency-Key');
  if (!isKeyed || !isSuccess(first) || definition.method === 'GET' || definition.auth !== 'credential')
    return [];
  const repeat = await send(draft);
  const isSame = repeat.status === first.status && repeat.text === first.text;
  if (repeat.headers['idempotency-replayed'] === 'true' && isSame) return [];

  return [
    `no replay: ${first.status} ${first.text.slice(0, 200)} | ${repeat.status} ${repeat.text.slice(0, 200)}`,
  ];
}

/** Fields that are computed later, changed by workers, or returned only once. */
const fleeting =
  /^(?!createdAt$).*At$|^(status|pauseReason|stats|sendingStatus|enrolment|secret|key|contactCount|health|consecutiveFailures|lastError)$|Today$/;

/** Progress of exports and bulk jobs, which workers of the stack process concurrently. */
const progress = /^(statusReason|rows|bytes|contacts|processed|changed|unchanged|skipped|failed)$/;

/** A written resource must be readable with the same values. */
export async function readBackFaults(draft: Draft, answer: Answer, send: Send): Promise<string[]> {
  const { definition } = draft.endpoint;
  if (
    !isSuccess(answer) ||
    answer.status === 204 ||
    definition.method === 'GET' ||
    definition.auth !== 'credential'
  )
    return [];
  const written: Record<string, unknown> = Object(JSON.parse(answer.text));
  const path =
    definition.method === 'POST' && !definition.path.includes('{')
      ? `${definition.path}/{id}`
      : definition.path;
  const reader = guarded.find((other) => other.definition.method === 'GET' && other.definition.path === path);
  if (!reader || typeof written['id'] !== 'string') return [];

  const reading: Draft = {
    endpoint: reader,
    params: { id: written['id'] },
    query: [],
    headers: draft.headers.filter(([name]) => name === 'Authorization'),
    json: undefined,
    expectation: 'any',
    origin: 'valid',
  };
  const read = await send(reading);
  if (read.status !== 200) return [`not readable: ${read.status} ${read.text.slice(0, 200)}`];
  const found: Record<string, unknown> = Object(JSON.parse(read.text));
  const isJob = /^\/(exports|bulk-jobs)/.test(definition.path);
  const differing = Object.keys(written).filter(
    (name) =>
      !fleeting.test(name) &&
      !(isJob && progress.test(name)) &&
      name in found &&
      !isDeepStrictEqual(found[name], written[name]),
  );

  return [
    ...responseFaults(reading, read),
    ...differing.map(
      (name) =>
        `not as written: ${name} was ${JSON.stringify(written[name])?.slice(0, 200)}, is ${JSON.stringify(found[name])?.slice(0, 200)}`,
    ),
  ];
}
