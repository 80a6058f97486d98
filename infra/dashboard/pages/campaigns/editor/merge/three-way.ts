import { isEqual, isObject } from '../../../../components/is-equal.ts';

/** Both sides changed the same value differently, or one side removed an element that the other side changed. */
export interface Conflict {
  /** With the keys of list elements: `steps.stp_1.variants.var_1.subject`. It ends with `order` for the order of a list. */
  readonly path: string;
  /** Undefined if this side removed the element. */
  readonly mine: unknown;
  readonly theirs: unknown;
}

export type Side = 'mine' | 'theirs';
/** The chosen sides by the path of their conflict. */
export type Choices = Readonly<Record<string, Side>>;

type Fields = Readonly<Record<string, unknown>>;
type Sides<Value> = readonly [base: Value, mine: Value, theirs: Value];

interface MergeOptions {
  /** The chosen sides; by default, a conflict keeps `mine`. */
  readonly choices: Choices;
  /** Paths of objects without a `key` with separately merged fields. Other objects are one value. */
  readonly separatePaths: readonly string[];
  /** Groups of fields of an element that are one value if the sides use different fields of the group. */
  readonly alternatives: readonly (readonly string[])[];
}

/**
 * Merges two edits of the same object. Lists of texts are sets; elements of other lists have a `key`.
 * @returns the merged object, and all conflicts, also with `choices`
 */
export function mergeThreeWay<Value>(base: Value, mine: Value, theirs: Value, options: MergeOptions) {
  const merge: Merge = { ...options, conflicts: [] };
  const value = mergeValue(merge, '', [base, mine, theirs]) as Value;

  return { value, conflicts: merge.conflicts };
}

interface Merge extends MergeOptions {
  readonly conflicts: Conflict[];
}

function choose<Kind>(merge: Merge, path: string, mine: Kind, theirs: Kind): Kind {
  merge.conflicts.push({ path, mine, theirs });

  return merge.choices[path] === 'theirs' ? theirs : mine;
}

function mergeValue(merge: Merge, path: string, sides: Sides<unknown>): unknown {
  const [base, mine, theirs] = sides;
  if (isEqual(mine, theirs) || isEqual(theirs, base)) return mine;
  if (isEqual(mine, base)) return theirs;
  if (all(sides, isTextList)) return mergeSets(sides);
  if (all(sides, isKeyedList)) return mergeLists(merge, path, sides);
  if (all(sides, isObject) && (all(sides, hasKey) || merge.separatePaths.includes(path))) {
    return mergeFields(merge, path, sides);
  }

  return choose(merge, path, mine, theirs);
}

function mergeFields(merge: Merge, path: string, sides: Sides<Fields>): Fields {
  const joinedGroups = merge.alternatives.filter((group) => new Set(sides.map(usedIn(group))).size > 1);
  const names = [...new Set(sides.flatMap(Object.keys))].filter(
    (name) => !joinedGroups.flat().includes(name),
  );
  const fields = names.map((name) => [
    name,
    mergeValue(
      merge,
      below(path, name),
      mapSides(sides, (side) => side[name]),
    ),
  ]);
  const groups = joinedGroups.map((group) =>
    mergeValue(
      merge,
      below(path, group.join('+')),
      mapSides(sides, (side) => pick(side, group)),
    ),
  );

  return Object.assign(Object.fromEntries(fields), ...groups);
}

function mergeLists(merge: Merge, path: string, lists: Sides<readonly Keyed[]>): readonly unknown[] {
  const elements = mapSides(lists, (list) => new Map(list.map((element) => [element.key, element])));
  const keys = mapSides(lists, (list) => list.map(({ key }) => key));

  return mergeOrder(merge, path, keys)
    .map((key) =>
      mergeElement(
        merge,
        below(path, key),
        mapSides(elements, (byKey) => byKey.get(key)),
      ),
    )
    .filter((element) => element !== undefined);
}

function mergeElement(merge: Merge, path: string, sides: Sides<Keyed | undefined>): unknown {
  const [base, mine, theirs] = sides;
  if (!base) return mine ?? theirs;
  if (mine && theirs) return mergeValue(merge, path, sides);
  if (isEqual(mine ?? theirs, base)) return undefined;
  const kept = choose(merge, path, mine, theirs);

  // The other side has removed the element, so it is saved as a new one.
  return kept && kept === mine ? withoutIds(kept) : kept;
}

/** The order that one side changed, with the added elements of the other side behind their predecessors. */
function mergeOrder(merge: Merge, path: string, keys: Sides<readonly string[]>): readonly string[] {
  const [, mine, theirs] = keys;
  const isCommon = (key: string): boolean => keys.every((list) => list.includes(key));
  const [order, myOrder, theirOrder] = mapSides(keys, (list) => list.filter(isCommon));
  if (isEqual(theirOrder, order) || isEqual(theirOrder, myOrder)) return insertMissing(mine, theirs);
  if (isEqual(myOrder, order)) return insertMissing(theirs, mine);
  const chosen = choose(merge, below(path, 'order'), mine, theirs);

  return insertMissing(chosen, chosen === mine ? theirs : mine);
}

interface Keyed {
  readonly key: string;
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const mapSides = <From, To>([base, mine, theirs]: Sides<From>, change: (side: From) => To): Sides<To> => [
  change(base),
  change(mine),
  change(theirs),
];

const all = <Narrow>(sides: Sides<unknown>, is: (side: unknown) => side is Narrow): sides is Sides<Narrow> =>
  sides.every(is);
const hasKey = (value: unknown): value is Keyed => isObject(value) && typeof value['key'] === 'string';
const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((element) => typeof element === 'string');
const isKeyedList = (value: unknown): value is readonly Keyed[] =>
  Array.isArray(value) && value.every(hasKey);

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

/** The fields of a group that an element uses. */
const usedIn =
  (group: readonly string[]) =>
  (fields: Fields): string =>
    group.filter((name) => typeof fields[name] === 'string').join();

const mergeSets = ([base, mine, theirs]: Sides<readonly string[]>): readonly string[] => [
  ...mine.filter((value) => theirs.includes(value) || !base.includes(value)),
  ...theirs.filter((value) => !base.includes(value) && !mine.includes(value)),
];

function insertMissing(order: readonly string[], other: readonly string[]): readonly string[] {
  const result = [...order];
  other.forEach((key, position) => {
    if (!result.includes(key)) result.splice(result.indexOf(other[position - 1] ?? '') + 1, 0, key);
  });

  return result;
}

const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isObject(value)) return value;

  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'id')
      .map(([name, inner]) => [name, withoutIds(inner)]),
  );
};
