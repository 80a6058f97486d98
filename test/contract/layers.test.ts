import { describe, expect, test } from 'vitest';
import { type Arrow, cyclesOf, folderCycles, staleCouplings, upwardArrows } from './layers.ts';
import { filesOf, importsOf } from './sources.ts';

const arrows: Arrow[] = filesOf('lib', '.ts').flatMap((from) =>
  importsOf(from)
    .filter((imported) => imported.from.startsWith('#lib/'))
    .map((imported) => ({ from, to: imported.from.replace('#', '') })),
);

describe('layers of the library', () => {
  test('imports point down: compositions, domains, commit, platform, values', () => {
    expect(upwardArrows(arrows)).toEqual([]);
  });

  test('folders form no import cycle except the couplings that are listed with a reason', () => {
    expect(folderCycles(arrows)).toEqual([]);
    expect(staleCouplings(arrows)).toEqual([]);
  });

  test('files form no import cycle', () => {
    expect(cyclesOf(arrows)).toEqual([]);
  });

  test.each([
    ['lib/http/reply.ts', 'lib/contacts/contact.ts'],
    ['lib/values/ids.ts', 'lib/storage/table.ts'],
    ['lib/commit/commit.ts', 'lib/activity/activity.ts'],
    ['lib/contacts/create.ts', 'lib/events/publish.ts'],
  ])('an import of %s from a higher layer is found', (from, to) => {
    expect(upwardArrows([{ from, to }])).toEqual([`${from} → ${to}`]);
  });

  test('an import that closes a cycle is found', () => {
    expect(
      folderCycles([...arrows, { from: 'lib/companies/read.ts', to: 'lib/contacts/list.ts' }]),
    ).not.toEqual([]);
    expect(cyclesOf([...arrows, { from: 'lib/commit/items.ts', to: 'lib/commit/commit.ts' }])).not.toEqual(
      [],
    );
  });
});
