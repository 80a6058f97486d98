import { bodyBytesMaxDefault } from '#lib/http/request.ts';
import type { Draft } from './draft.ts';
import { isObject, somewhere } from './field-mutations.ts';
import type { Source } from './generate.ts';
import { texts } from './hostile.ts';
import type { Mutation } from './mutations.ts';
import { replaceAt } from './paths.ts';

const asJson: [string, string] = ['Content-Type', 'application/json'];

/** The text of the body with one value replaced by raw bytes that JSON.stringify cannot produce. */
function withRawValue({ json }: Draft, { dice }: Source, raw: string): Buffer {
  const marker = '"a placeholder that occurs once"';
  const changed = replaceAt(json, somewhere(json, dice), JSON.parse(marker));

  return Buffer.from(JSON.stringify(changed).replace(marker, () => raw));
}

const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/jsonp',
  'json',
  'application/octet-stream',
];

/** Types of bodies that the operation does not take. */
const refusedTypes = ({ rawBodyTypes = [] }: Draft['endpoint']['definition']): readonly string[] =>
  otherTypes.filter((type) => !rawBodyTypes.includes(type));

/** Mutations of the bytes of a body or of its headers. */
export const byteMutations: readonly Mutation[] = [
  {
    name: 'a body that is not JSON',
    expectation: 'refused',
    mutate: ({ json }, { dice }) => {
      if (json === undefined) return undefined;
      const text = JSON.stringify(json);

      return {
        bytes: Buffer.from(
          dice.pick([
            ' ',
            '{',
            text.slice(0, -1),
            `${text},`,
            `${text}${text}`,
            text.includes('"') ? text.replaceAll('"', "'") : 'text',
            '['.repeat(50_000),
            '{"a":NaN}',
            '{"a":01}',
            `\u0000${text}`,
          ]),
        ),
      };
    },
  },
  {
    name: 'bytes that are not UTF-8',
    expectation: 'refused',
    mutate: ({ json }, { dice }) =>
      json === undefined
        ? undefined
        : {
            bytes: Buffer.concat([
              Buffer.from(JSON.stringify(json).slice(0, -1)),
              Buffer.from(dice.pick(['ff', 'c0af', 'eda080', 'f8888080']), 'hex'),
              Buffer.from('}'),
            ]),
            isBase64: true,
          },
  },
  {
    name: 'a number beyond the range of doubles',
    mutate: (draft, source) =>
      draft.json === undefined
        ? undefined
        : {
            bytes: withRawValue(
              draft,
              source,
              source.dice.pick(['1e999', '-1e999', '1e-999', '-0', '9'.repeat(400)]),
            ),
          },
  },
  {
    name: 'one field twice',
    mutate: ({ json }) =>
      isObject(json) && Object.keys(json).length > 0
        ? { bytes: Buffer.from(`${JSON.stringify(json).slice(0, -1)},${JSON.stringify(json).slice(1)}`) }
        : undefined,
  },
  {
    name: 'a body that is too large',
    expectation: 'refused',
    mutate: ({ json, endpoint }, { dice }) => {
      if (json === undefined || !dice.chance(0.1)) return undefined;
      const { bodyBytesMax = bodyBytesMaxDefault } = endpoint.definition;

      return { bytes: Buffer.from(JSON.stringify(json).padEnd(bodyBytesMax + 1)) };
    },
  },
  {
    name: 'another media type',
    expectation: 'refused',
    mutate: (draft, { dice }) =>
      draft.json === undefined && !draft.bytes
        ? undefined
        : {
            headers: [
              ...draft.headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
              ['Content-Type', dice.pick(refusedTypes(draft.endpoint.definition))],
            ],
          },
  },
  {
    name: 'a base64 body',
    mutate: (draft) => (draft.json === undefined ? undefined : { isBase64: true }),
  },
  {
    name: 'an unexpected body',
    expectation: 'refused',
    mutate: ({ endpoint: { definition }, headers }, { dice }) =>
      definition.body || definition.rawBodyTypes || definition.auth !== 'credential'
        ? undefined
        : { json: dice.pick([{ unknown: 1 }, [], 'text', null]), headers: [...headers, asJson] },
  },
  {
    name: 'a damaged file',
    mutate: ({ bytes, json }, { dice }) => {
      if (!bytes || json !== undefined) return undefined;
      const at = dice.below(bytes.length + 1);
      const odd = dice
        .pick(['"', '\u0000', '\n\n\n', ',,,,', '\r', '"\n"', 'ï»¿', ...texts])
        .repeat(dice.pick([1, 1, 50]));

      return {
        bytes: Buffer.concat([bytes.subarray(0, at), Buffer.from(odd, 'latin1'), bytes.subarray(at)]),
      };
    },
  },
  {
    name: 'an empty body',
    mutate: ({ json }) => (json === undefined ? undefined : { bytes: Buffer.alloc(0) }),
  },
];
