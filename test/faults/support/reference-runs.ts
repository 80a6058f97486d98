import { type ItemPrint, textOf } from './footprint.ts';

/** The common result of undisturbed runs, with which every other run of the operation is compared. */
export interface ReferenceRun {
  readonly prints: readonly ItemPrint[];
  /** Attributes that differ between two such runs: random values or request counters. */
  readonly incidental: ReadonlySet<string>;
}

/** Has the items of the first run; other items in a second run are deviations. */
export function createReference(one: readonly ItemPrint[], other: readonly ItemPrint[]): ReferenceRun {
  const [first, second] = [valuesByName(one), valuesByName(other)];
  const names = [...first.keys(), ...second.keys()];
  const incidental = new Set(names.filter((name) => first.get(name) !== second.get(name)));

  return { prints: one, incidental };
}

/**
 * Lines that only one of the two runs has; empty when both had the same effect.
 * @param attemptCounts attributes that may be higher by one, but then all of them, with one more entry of the audit log
 */
export function deviations(
  { prints, incidental }: ReferenceRun,
  found: readonly ItemPrint[],
  attemptCounts: readonly string[] = [],
): string[] {
  const lines = (list: readonly ItemPrint[]) =>
    list.map((print) => textOf(withoutIncidental(print, incidental)));
  const different = difference(lines(prints), lines(found));
  if (attemptCounts.length === 0) return different;
  const firstEntry = found.findIndex(({ place }) => place.includes('#AUDIT'));
  const countedOnce = found.toSpliced(firstEntry, 1).map((print) => withOneLess(print, attemptCounts));

  return difference(lines(prints), lines(countedOnce)).length === 0 ? [] : different;
}

function withOneLess({ place, attributes }: ItemPrint, counts: readonly string[]): ItemPrint {
  const reduced = Object.entries(attributes).map(([name, value]): [string, string] => [
    name,
    counts.includes(name) ? String(Number(value) - 1) : value,
  ]);

  return { place, attributes: Object.fromEntries(reduced) };
}

function withoutIncidental({ place, attributes }: ItemPrint, incidental: ReadonlySet<string>): ItemPrint {
  const kept = Object.entries(attributes).map(([name, value]): [string, string] => [
    name,
    incidental.has(nameOf(place, name)) ? '<incidental>' : value,
  ]);

  return { place, attributes: Object.fromEntries(kept) };
}

/** All values of items with the same normalised key, because the items cannot be matched one to one. */
function valuesByName(prints: readonly ItemPrint[]): Map<string, string> {
  const values = new Map<string, string[]>();
  for (const { place, attributes } of prints) {
    for (const [name, value] of Object.entries(attributes)) {
      const key = nameOf(place, name);
      values.set(key, [...(values.get(key) ?? []), value].sort());
    }
  }

  return new Map([...values].map(([key, list]) => [key, list.join(' ')]));
}

const nameOf = (place: string, attribute: string) => `${place} .${attribute}`;

function difference(expected: readonly string[], found: readonly string[]): string[] {
  const additional = [...found];
  const missing = expected.filter((line) => {
    const at = additional.indexOf(line);
    if (at >= 0) additional.splice(at, 1);

    return at < 0;
  });

  return [...missing.map((line) => `missing: ${line}`), ...additional.map((line) => `too much: ${line}`)];
}
