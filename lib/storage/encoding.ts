import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Condition, Item, Key, Query, SortKeyRange, Test, Update } from '#lib/storage/table.ts';

/** An item or key in DynamoDB's encoding, with the type of each value: `{ S: 'text' }`. */
export type Marshalled = Record<string, AttributeValue>;

/**
 * Undefined attributes are omitted. `convertClassInstanceToMap` is needed because the marshaller mistakes an object with a
 * field `constructor` for a class instance, and callers choose field names.
 */
const marshallOptions = { removeUndefinedValues: true, convertClassInstanceToMap: true } as const;

export function marshalledItem(item: Item): Marshalled {
  return marshall(item, marshallOptions);
}

export function marshalledKey({ pk, sk }: Key): Marshalled {
  return marshall({ pk, sk });
}

/** Undefined if DynamoDB returned no attributes. */
export function toItem(attributes: Marshalled | undefined): Item | undefined {
  return attributes && Object.keys(attributes).length > 0 ? requireItem(attributes) : undefined;
}

/** @throws if the attributes have no key */
export function requireItem(attributes: Marshalled): Item {
  const { pk, sk, ...rest } = unmarshall(attributes);
  if (typeof pk !== 'string' || typeof sk !== 'string')
    throw new Error('DynamoDB returned an item without its key');

  return { pk, sk, ...rest };
}

/**
 * The item in a stream record; undefined without an image, such as for a removal. The image has the table's encoding, although
 * its type in Lambda's package differs.
 */
export function itemFromStream(image: unknown): Item | undefined {
  return toItem(image as Marshalled | undefined);
}

/** Collects the placeholders of one request. Attribute names are always placeholders, because many are reserved words. */
class Placeholders {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, unknown> = {};
  /** Generated placeholder words, by attribute name. */
  readonly #words = new Map<string, string>();
  #count = 0;

  name(attribute: string): string {
    const placeholder = `#${/^[A-Za-z]\w*$/.test(attribute) ? attribute : this.#wordFor(attribute)}`;
    this.names[placeholder] = attribute;

    return placeholder;
  }

  /**
   * A placeholder may have only letters, digits and underscores. An attribute name with other characters, such as a time zone,
   * gets a generated word. It is short, because an expression has at most 4 KB:
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
   */
  #wordFor(attribute: string): string {
    const word = this.#words.get(attribute) ?? `_${this.#words.size}`;
    this.#words.set(attribute, word);

    return word;
  }

  value(value: unknown): string {
    const placeholder = `:v${this.#count++}`;
    this.values[placeholder] = value;

    return placeholder;
  }
}

interface ExpressionAttributes {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, AttributeValue>;
}

/** The expression parameters of a Put, Delete or ConditionCheck. */
export function conditionExpression(condition: Condition | readonly Condition[] | undefined) {
  const placeholders = new Placeholders();

  return {
    ...(condition && { ConditionExpression: anyOf(placeholders, condition) }),
    ...expressionAttributes(placeholders),
  };
}

/** The expression parameters of an Update. */
export function updateExpression({ set = {}, add = {}, append = {}, remove = [], if: condition }: Update) {
  const placeholders = new Placeholders();
  const clauses = [
    clause('SET', [
      ...Object.entries(set).map(
        ([name, value]) => `${placeholders.name(name)} = ${placeholders.value(value)}`,
      ),
      ...Object.entries(append).map(([name, values]) => appendExpression(placeholders, name, values)),
    ]),
    clause(
      'ADD',
      Object.entries(add).map(([name, value]) => `${placeholders.name(name)} ${placeholders.value(value)}`),
    ),
    clause(
      'REMOVE',
      remove.map((name) => placeholders.name(name)),
    ),
  ];

  return {
    UpdateExpression: clauses.filter((text) => text !== '').join(' '),
    ...(condition && { ConditionExpression: anyOf(placeholders, condition) }),
    ...expressionAttributes(placeholders),
  };
}

/** The expression parameters of a Query. The key attributes of an index have its name as prefix, such as `gsi3pk`. */
export function keyExpression({ index, pk, sk }: Query) {
  const placeholders = new Placeholders();
  const attributePrefix = index ?? '';
  const partition = `${placeholders.name(`${attributePrefix}pk`)} = ${placeholders.value(pk)}`;
  const range = sk && ` AND ${rangeExpression(placeholders, `${attributePrefix}sk`, sk)}`;

  return { KeyConditionExpression: `${partition}${range ?? ''}`, ...expressionAttributes(placeholders) };
}

function rangeExpression(placeholders: Placeholders, attribute: string, sk: SortKeyRange): string {
  const name = placeholders.name(attribute);
  if (sk.prefix !== undefined) return `begins_with(${name}, ${placeholders.value(sk.prefix)})`;
  if (sk.from !== undefined) {
    return `${name} BETWEEN ${placeholders.value(sk.from)} AND ${placeholders.value(sk.to)}`;
  }

  return sk.after === undefined
    ? `${name} < ${placeholders.value(sk.before)}`
    : `${name} > ${placeholders.value(sk.after)}`;
}

function appendExpression(placeholders: Placeholders, attribute: string, values: readonly unknown[]): string {
  const name = placeholders.name(attribute);

  return `${name} = list_append(if_not_exists(${name}, ${placeholders.value([])}), ${placeholders.value(values)})`;
}

function clause(word: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `${word} ${parts.join(', ')}`;
}

/** Conditions are joined by OR; the tests of one condition by AND. */
function anyOf(placeholders: Placeholders, condition: Condition | readonly Condition[]): string {
  const list: readonly Condition[] = Array.isArray(condition) ? condition : [condition];

  return list
    .map((each) =>
      Object.entries(each)
        .map(([attribute, test]: [string, Test]) => testExpression(placeholders, attribute, test))
        .join(' AND '),
    )
    .map((text) => `(${text})`)
    .join(' OR ');
}

function testExpression(placeholders: Placeholders, attribute: string, test: Test): string {
  const name = placeholders.name(attribute);

  if (test === 'present') return `attribute_exists(${name})`;
  if (test === 'absent') return `attribute_not_exists(${name})`;
  if ('is' in test) return `${name} = ${placeholders.value(test.is)}`;
  if ('oneOf' in test)
    return `${name} IN (${test.oneOf.map((value) => placeholders.value(value)).join(', ')})`;
  if ('below' in test) return `${name} < ${placeholders.value(test.below)}`;
  if ('atMost' in test) return `${name} <= ${placeholders.value(test.atMost)}`;
  if ('between' in test) {
    return `${name} BETWEEN ${placeholders.value(test.between[0])} AND ${placeholders.value(test.between[1])}`;
  }

  return `${name} > ${placeholders.value(test.above)}`;
}

function expressionAttributes({ names, values }: Placeholders): ExpressionAttributes {
  return {
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: marshall(values, marshallOptions) }),
  };
}
