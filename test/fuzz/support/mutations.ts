import { byteMutations } from './byte-mutations.ts';
import type { Draft, Pair } from './draft.ts';
import { fieldMutations } from './field-mutations.ts';
import { inputSchema, type Source } from './generate.ts';
import { hostileValue, texts } from './hostile.ts';

export interface Context extends Source {
  /** Ids of another workspace, by prefix. */
  readonly foreignId: (prefix: string) => string | undefined;
  readonly readOnlyApiKey: string;
}

export interface Mutation {
  readonly name: string;
  /** The expected response. Default: anything except a server error. */
  readonly expectation?: Draft['expectation'];
  /** Undefined when it is not applicable. */
  readonly mutate: (draft: Draft, context: Context) => Partial<Draft> | undefined;
}

const withHeader = (draft: Draft, ...added: Pair[]): Pair[] => [
  ...draft.headers.filter(([name]) => !added.some(([other]) => other.toLowerCase() === name.toLowerCase())),
  ...added,
];

const isGuarded = ({ endpoint }: Draft) => endpoint.definition.auth === 'credential';
const takesId = ({ endpoint }: Draft) =>
  endpoint.definition.path.includes('{id}') && endpoint.definition.auth === 'credential';

function takesCursor({ endpoint: { definition } }: Draft): boolean {
  return definition.query !== undefined && 'cursor' in (inputSchema(definition.query).properties ?? {});
}

function damaged(cursor: string, { dice }: Source): string {
  const at = dice.below(cursor.length);

  return dice.pick([
    cursor.slice(0, -4),
    cursor.slice(2),
    `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'z' : 'A'}${cursor.slice(at + 1)}`.slice(0, -2),
    'x'.repeat(3000),
    Buffer.from('{"pk":"W#"}').toString('base64url'),
  ]);
}

const requestMutations: readonly Mutation[] = [
  {
    name: 'a foreign id',
    mutate: (draft, { foreignId }) => {
      const id = foreignId(draft.params['id']?.slice(0, 3) ?? '');

      if (!takesId(draft) || id === undefined) return undefined;
      // Other faults of a request may be reported first.
      const expectation = draft.origin === 'valid' ? 'not_found' : 'refused';

      return { params: { ...draft.params, id }, expectation };
    },
  },
  {
    name: 'a malformed id',
    expectation: 'not_found',
    mutate: (draft, { dice }) => {
      const { id = '' } = draft.params;
      const bad = dice.pick([
        id.toLowerCase(),
        `${id}0`,
        id.slice(1),
        'x'.repeat(3000),
        ...texts.filter((text) => text.trim() !== ''),
      ]);

      return takesId(draft) && bad !== id ? { params: { ...draft.params, id: bad } } : undefined;
    },
  },
  {
    name: 'an unknown query parameter',
    expectation: 'refused',
    mutate: (draft, { dice }) => ({
      query: [
        ...draft.query,
        [dice.pick(['unknown', '__proto__', 'constructor', 'Limit', 'a[b]', '\u0000']), '1'],
      ],
    }),
  },
  {
    name: 'a repeated query parameter',
    expectation: 'refused',
    mutate: ({ query }) => {
      const [first] = query;

      return {
        query: first
          ? [...query, first]
          : [
              ['limit', '1'],
              ['limit', '1'],
            ],
      };
    },
  },
  {
    name: 'a hostile query value',
    mutate: ({ query, endpoint }, { dice }) => {
      const names = Object.keys(
        endpoint.definition.query ? (inputSchema(endpoint.definition.query).properties ?? {}) : {},
      );
      if (names.length === 0) return undefined;
      const name = dice.pick(names);
      const value = String(JSON.stringify(hostileValue(dice))).slice(0, 4000);

      return {
        query: [
          ...query.filter(([other]) => other !== name),
          [name, dice.chance(0.5) ? dice.pick(texts) : value],
        ],
      };
    },
  },
  {
    name: 'a damaged cursor',
    expectation: 'refused',
    mutate: (draft, context) => {
      if (!takesCursor(draft)) return undefined;
      const cursor = damaged(context.pool.cursor(context.dice) ?? 'abcdefghijkl', context);

      return { query: [...draft.query.filter(([name]) => name !== 'cursor'), ['cursor', cursor]] };
    },
  },
  {
    name: 'no credential that is valid',
    expectation: 'unauthorized',
    mutate: (draft, { dice }) => {
      if (!isGuarded(draft)) return undefined;
      const value = dice.pick([
        '',
        'Bearer',
        'Bearer x',
        'Basic dTpw',
        'Bearer null',
        `Bearer ${'x'.repeat(9000)}`,
        'Bearer osk_\u00ff',
      ]);

      return { headers: withHeader(draft, ['Authorization', value]) };
    },
  },
  {
    name: 'a read-only key on a write',
    expectation: 'forbidden',
    mutate: (draft, { readOnlyApiKey }) =>
      isGuarded(draft) && draft.endpoint.definition.method !== 'GET'
        ? { headers: withHeader(draft, ['Authorization', `Bearer ${readOnlyApiKey}`]) }
        : undefined,
  },
  {
    name: 'an odd Idempotency-Key',
    mutate: (draft, { dice }) => ({
      headers: withHeader(draft, [
        'Idempotency-Key',
        dice.pick([...texts, 'x'.repeat(255), 'x'.repeat(256)]),
      ]),
    }),
  },
  {
    name: 'odd headers',
    mutate: (draft, { dice }) => ({
      headers: withHeader(
        draft,
        ...(
          [
            ['X-HTTP-Method-Override', 'DELETE'],
            ['Cookie', `__Host-outreach_session=${dice.pick(texts)}; a=b; a=c`],
            ['Accept', dice.pick(['text/html', '*/*;q=0', 'image/png', ''])],
            ['Content-Encoding', dice.pick(['gzip', 'br', 'identity'])],
            ['X-Forwarded-For', dice.pick(texts)],
            ['Origin', 'https://evil.example'],
            ['If-None-Match', '*'],
            ['X-Odd', 'x'.repeat(6000)],
            ['x-request-id', dice.pick(texts)],
          ] satisfies Pair[]
        ).filter(() => dice.chance(0.3)),
      ),
    }),
  },
  {
    name: 'another spelling of the media type',
    mutate: (draft, { dice }) => ({
      headers: withHeader(draft, [
        'content-TYPE',
        dice.pick(['Application/JSON; charset=UTF-8', 'application/json;', 'text/CSV; header=present']),
      ]),
    }),
  },
];

export const mutations: readonly Mutation[] = [...requestMutations, ...fieldMutations, ...byteMutations];
