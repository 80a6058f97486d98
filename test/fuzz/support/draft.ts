import { uniqueEmail } from '../../api/support/seed.ts';
import type { Endpoint } from '../../api/support/subject.ts';
import { validRequests } from '../../api/support/valid-requests.ts';
import { gatewayEvent } from '../../support/call.ts';
import { generate, inputSchema, type Source } from './generate.ts';
import { texts } from './hostile.ts';

export type Pair = readonly [string, string];

/** The expected kind of response, which must be well-formed in any case. */
type Expectation = 'any' | 'refused' | 'unauthorized' | 'forbidden' | 'not_found';

/** A request with parts that can still be changed. */
export interface Draft {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  /** Undefined without a body. */
  readonly json: unknown;
  /** Sent instead of `json`. */
  readonly bytes?: Buffer;
  /** In base64, as the gateway passes binary bodies. */
  readonly isBase64?: true;
  readonly expectation: Expectation;
  /** `valid`, `generated`, or the name of a mutation. */
  readonly origin: string;
}

export type Base = Awaited<ReturnType<(typeof validRequests)[string]>>;

/** A request that would currently succeed. @throws when a limit of the workspace prevents it */
export function newBase({ name }: Endpoint, workspaceId: string): Promise<Base> {
  const make = validRequests[name];
  if (!make) throw new Error(`test/api/support/valid-requests.ts lacks ${name}`);

  return make(workspaceId);
}

export function draftOf(endpoint: Endpoint, base: Base): Draft {
  const { params = {}, query = {}, body } = base;
  const { headers } = gatewayEvent({ method: endpoint.definition.method, ...base });

  return {
    endpoint,
    params,
    query: Object.entries(query),
    headers: Object.entries(headers).map(([name, value]): Pair => [name, value ?? '']),
    json: typeof body === 'string' ? undefined : body,
    ...(typeof body === 'string' && { bytes: Buffer.from(body) }),
    expectation: 'any',
    origin: 'valid',
  };
}

/** For an import: the same file as the body, without options. Other requests stay unchanged. */
export function asFile(draft: Draft): Draft {
  const { csv } = Object(draft.json);
  if (typeof csv !== 'string') return draft;
  const headers = draft.headers.filter(([name]) => name !== 'Content-Type');

  return {
    ...draft,
    headers: [...headers, ['Content-Type', 'text/csv']],
    json: undefined,
    bytes: Buffer.from(csv),
  };
}

/** Like the valid request, with other ids, parameters and fields that the contract's schemas allow. */
export function variationOf(draft: Draft, source: Source): Draft {
  const { dice } = source;
  const { definition } = draft.endpoint;
  const { params, query, body } = definition;

  return {
    ...draft,
    params:
      params && (dice.chance(0.7) || Object.keys(draft.params).length === 0)
        ? { ...draft.params, ...strings(generate(inputSchema(params), source)) }
        : draft.params,
    query: query
      ? Object.entries(variedQuery(draft, generate(inputSchema(query), source), source))
      : draft.query,
    ...(body &&
      !draft.bytes &&
      withJson(draft, variedBody(draft.json, generate(inputSchema(body), source), source))),
    ...(draft.bytes && { bytes: dice.chance(0.5) ? withNewAddressBytes(draft.bytes) : randomFile(source) }),
    origin: 'generated',
  };
}

function withJson({ headers }: Draft, json: unknown): Pick<Draft, 'headers' | 'json'> {
  const isTyped = json === undefined || headers.some(([name]) => name === 'Content-Type');

  return { json, headers: isTyped ? headers : [...headers, ['Content-Type', 'application/json']] };
}

function variedQuery(draft: Draft, generated: unknown, { dice }: Source): Record<string, string> {
  const own = dice.chance(0.6) ? Object.fromEntries(draft.query) : {};
  const all = Object.entries(strings(generated));

  return { ...own, ...Object.fromEntries(all.filter(() => dice.chance(0.5))) };
}

function variedBody(own: unknown, generated: unknown, { dice }: Source): unknown {
  const fields = Object.entries(Object(generated));
  if (own === undefined && dice.chance(0.5)) return undefined;
  if (dice.chance(0.25)) return generated;

  return { ...Object(withNewAddresses(own)), ...Object.fromEntries(fields.filter(() => dice.chance(0.3))) };
}

function strings(generated: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Object(generated)).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : String(value),
    ]),
  );
}

const existingAddress = /person-[\d-]+@example\.com/g;

/** Replaces addresses with new ones. */
function withNewAddresses(value: unknown): unknown {
  return value === undefined
    ? undefined
    : JSON.parse(JSON.stringify(value).replaceAll(existingAddress, () => uniqueEmail()));
}

function withNewAddressBytes(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString().replaceAll(existingAddress, () => uniqueEmail()));
}

/** A table with more or less realistic columns. */
function randomFile({ dice }: Source): Buffer {
  const columns = ['email', 'First Name', 'last_name', 'tags', 'city', 'Plan', dice.pick(texts)];
  const shown = columns.filter((name) => name === 'email' || dice.chance(0.5));
  const cell = (name: string) => (name === 'email' && dice.chance(0.8) ? uniqueEmail() : dice.pick(texts));
  const rows = Array.from({ length: dice.below(40) }, () => shown.map(cell).join(dice.pick([',', ',', ';'])));

  return Buffer.from(
    [shown.join(','), ...rows].join(dice.pick(['\n', '\r\n'])),
    dice.pick(['utf8', 'utf8', 'latin1', 'utf16le']),
  );
}
