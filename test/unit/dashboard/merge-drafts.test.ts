import { expect, test } from 'vitest';
import type { Draft } from '../../../infra/dashboard/pages/campaigns/editor/draft.ts';
import { mergeDrafts } from '../../../infra/dashboard/pages/campaigns/editor/merge/merge-drafts.ts';
import { base, draft, editStep, editVariant, pathsOf } from './edited-drafts.ts';

test('texts of different emails are both kept', () => {
  const merge = mergeDrafts(
    base,
    editVariant('two', { bodyText: 'Mine' }),
    editVariant('one', { subject: 'Theirs' }),
  );

  expect(merge).toMatchObject({ conflicts: [], hasTheirChanges: true });
  expect(merge.draft.steps.map(({ variants }) => [variants[0]?.subject, variants[0]?.bodyText])).toEqual([
    ['Theirs', 'Text'],
    ['Hi', 'Mine'],
    ['Hi', 'Text'],
  ]);
});

test.each([
  ['subject and text of one variant', { subject: 'Mine' }, { bodyText: 'Theirs' }],
  ['the same text', { subject: 'Same' }, { subject: 'Same' }],
])('%s are no conflict', (_, mine, theirs) => {
  const merge = mergeDrafts(base, editVariant('one', mine), editVariant('one', theirs));

  expect(pathsOf(merge)).toEqual([]);
  expect(merge.draft.steps[0]?.variants[0]).toMatchObject({ ...mine, ...theirs });
});

test('settings, delays, and values of schedule and audience are merged by field', () => {
  const schedule = { ...base.schedule, timezone: 'Europe/Paris' };
  const mine = { ...editStep('two', { delay: { value: 5, unit: 'days' } }), name: 'Mine', schedule };
  const theirs = draft({
    description: 'Theirs',
    schedule: { ...base.schedule, startAt: '2030-01-01T00:00:00.000Z' },
    audience: { ...base.audience, match: 'all' },
  });
  const merge = mergeDrafts(base, mine, theirs);

  expect(pathsOf(merge)).toEqual([]);
  expect(merge.draft).toMatchObject({
    name: 'Mine',
    description: 'Theirs',
    schedule: { timezone: 'Europe/Paris', startAt: '2030-01-01T00:00:00.000Z' },
    audience: { tags: ['x'], match: 'all' },
  });
  expect(merge.draft.steps[1]?.delay).toEqual({ value: 5, unit: 'days' });
});

test('tags and accounts that each side added or removed are applied', () => {
  const mine = draft({ tags: ['b', 'mine'], emailAccountIds: ['eac_1', 'eac_2'] });
  const theirs = draft({ tags: ['a', 'theirs'], emailAccountIds: [] });
  const merge = mergeDrafts(base, mine, theirs);

  expect(pathsOf(merge)).toEqual([]);
  expect(merge.draft).toMatchObject({ tags: ['mine', 'theirs'], emailAccountIds: ['eac_2'] });
});

test('the user chooses the side of each conflict', () => {
  const mine = { ...editVariant('one', { subject: 'Mine', bodyText: 'Mine' }), name: 'Mine' };
  const theirs = { ...editVariant('one', { subject: 'Theirs', bodyText: 'Theirs' }), name: 'Theirs' };
  const merge = mergeDrafts(base, mine, theirs);
  const [subject, bodyText] = ['subject', 'bodyText'].map((name) => `steps.one.variants.one-a.${name}`);

  expect(pathsOf(merge)).toEqual(['name', subject, bodyText]);
  expect(merge.conflicts[0]).toEqual({ path: 'name', mine: 'Mine', theirs: 'Theirs' });
  const chosen = mergeDrafts(base, mine, theirs, { [subject as string]: 'theirs' });
  expect(chosen.draft).toMatchObject({ name: 'Mine' });
  expect(chosen.draft.steps[0]?.variants[0]).toMatchObject({ subject: 'Theirs', bodyText: 'Mine' });
});

test('a delay, an audience that is new on both sides, and windows are one value each', () => {
  const before = { ...base, audience: null };
  const mine = {
    ...editStep('two', { delay: { value: 5, unit: 'days' } }),
    audience: { ...base.audience, tags: ['m'] },
  };
  const theirs = {
    ...editStep('two', { delay: { value: 3, unit: 'hours' } }),
    audience: { ...base.audience, tags: ['t'] },
  };
  const merge = mergeDrafts(before, mine as Draft, theirs as Draft);

  expect(pathsOf(merge)).toEqual(['audience', 'steps.two.delay']);
});

test('a change of the format conflicts with a change of the text', () => {
  const mine = editVariant('one', { bodyText: null, bodyHtml: '<p>Mine</p>' });
  const theirs = editVariant('one', { bodyText: 'Theirs' });
  const merge = mergeDrafts(base, mine, theirs);
  const path = 'steps.one.variants.one-a.bodyText+bodyHtml';

  expect(pathsOf(merge)).toEqual([path]);
  expect(merge.draft.steps[0]?.variants[0]).toMatchObject({ bodyText: null, bodyHtml: '<p>Mine</p>' });
  const { steps } = mergeDrafts(base, mine, theirs, { [path]: 'theirs' }).draft;
  expect(steps[0]?.variants[0]).toMatchObject({ bodyText: 'Theirs', bodyHtml: null });
});

test('HTML and text of a variant with both are merged separately', () => {
  const both = (fields: object) => editVariant('one', { bodyHtml: '<p>Text</p>', ...fields });
  const merge = mergeDrafts(both({}), both({ bodyHtml: '<p>Mine</p>' }), both({ bodyText: 'Theirs' }));

  expect(pathsOf(merge)).toEqual([]);
  expect(merge.draft.steps[0]?.variants[0]).toMatchObject({ bodyHtml: '<p>Mine</p>', bodyText: 'Theirs' });
});
