import { hostileValue, numbers, texts } from './hostile.ts';
import type { Mutation } from './mutations.ts';
import { type Path, pathsIn, replaceAt, without } from './paths.ts';
import type { Random } from './random.ts';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A random field, or the whole value if it has none. */
export function somewhere(json: unknown, dice: Random): Path {
  const [whole = [], ...fields] = pathsIn(json);

  return fields.length > 0 ? dice.pick(fields) : whole;
}

/** Repeats list elements and lengthens texts to a minimum: large as a whole while each part may be valid. */
function inflated(value: unknown, times: number, length: number): unknown {
  if (typeof value === 'string') return value.includes('@') ? value : value.padEnd(length, ' x');
  if (Array.isArray(value)) {
    return Array(times)
      .fill(value)
      .flat()
      .map((each) => inflated(each, times, length));
  }
  if (!isObject(value)) return value;

  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, inflated(each, times, length)]),
  );
}

/** Mutations of a body that stay valid JSON. */
export const fieldMutations: readonly Mutation[] = [
  {
    name: 'an unknown field',
    expectation: 'refused',
    mutate: ({ json }, { dice }) => {
      const name = dice.pick([
        'id',
        'unknown',
        'workspaceId',
        'createdAt',
        'pk',
        'constructor',
        '__proto__',
        '',
        '\u0000',
        'toString',
      ]);

      return isObject(json)
        ? { json: Object.fromEntries([...Object.entries(json), [name, hostileValue(dice)]]) }
        : undefined;
    },
  },
  {
    name: 'a missing field',
    mutate: ({ json }, { dice }) => {
      const paths = pathsIn(json).slice(1);

      return paths.length > 0 ? { json: without(json, dice.pick(paths)) } : undefined;
    },
  },
  {
    name: 'a hostile value',
    mutate: ({ json }, { dice }) =>
      json === undefined ? undefined : { json: replaceAt(json, somewhere(json, dice), hostileValue(dice)) },
  },
  {
    name: 'a hostile text',
    mutate: ({ json }, { dice }) =>
      json === undefined ? undefined : { json: replaceAt(json, somewhere(json, dice), dice.pick(texts)) },
  },
  {
    name: 'a hostile number',
    mutate: ({ json }, { dice }) =>
      json === undefined ? undefined : { json: replaceAt(json, somewhere(json, dice), dice.pick(numbers)) },
  },
  {
    name: 'large values',
    mutate: ({ json }, { dice }) => {
      const times = dice.pick([2, 5, 20]);
      const length = dice.pick([0, 100, 1000, 30_000]);

      return json === undefined ? undefined : { json: inflated(json, times, length) };
    },
  },
  {
    name: 'a value that is not an object',
    expectation: 'refused',
    mutate: ({ json }, { dice }) =>
      json === undefined ? undefined : { json: dice.pick([null, [], [json], 'text', 17, false]) },
  },
];
