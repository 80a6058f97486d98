import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Draft, emptyStep } from '../../../infra/dashboard/pages/campaigns/editor/draft.ts';
import {
  mergeDrafts,
  withKeysOf,
} from '../../../infra/dashboard/pages/campaigns/editor/merge/merge-drafts.ts';
import {
  base,
  draft,
  editStep,
  editVariant,
  keysOf,
  pathsOf,
  step,
  variant,
  withSteps,
} from './edited-drafts.ts';

test('an email that one side removed stays removed if the other side did not change it', () => {
  const withoutTwo = withSteps((steps) => steps.filter(({ id }) => id !== 'two'));

  for (const [mine, theirs] of [
    [withoutTwo, editVariant('one', { subject: 'New' })],
    [editVariant('one', { subject: 'New' }), withoutTwo],
  ] as const) {
    const merge = mergeDrafts(base, mine, theirs);
    expect(pathsOf(merge)).toEqual([]);
    expect(keysOf(merge.draft)).toBe('one three');
  }
});

test('a removal conflicts with a change of the removed email', () => {
  const withoutTwo = withSteps((steps) => steps.filter(({ id }) => id !== 'two'));
  const edited = editVariant('two', { subject: 'Edited' });
  const iEdited = mergeDrafts(base, edited, withoutTwo);
  expect(pathsOf(iEdited)).toEqual(['steps.two']);
  // The service has removed the email with this id.
  expect(iEdited.draft.steps[1]).not.toHaveProperty('id');
  expect(iEdited.draft.steps[1]?.variants[0]).not.toHaveProperty('id');
  expect(keysOf(mergeDrafts(base, edited, withoutTwo, { 'steps.two': 'theirs' }).draft)).toBe('one three');

  const iRemoved = mergeDrafts(base, withoutTwo, edited);
  expect(pathsOf(iRemoved)).toEqual(['steps.two']);
  expect(keysOf(iRemoved.draft)).toBe('one three');
  const kept = mergeDrafts(base, withoutTwo, edited, { 'steps.two': 'theirs' }).draft;
  expect(kept.steps[1]).toMatchObject({ id: 'two', variants: [{ subject: 'Edited' }] });
});

test('new emails and variants of both sides are kept at their places', () => {
  const mine = withSteps((steps) => steps.toSpliced(1, 0, step('mine')));
  const theirs = withSteps((steps) => [...steps, step('theirs')]);
  expect(keysOf(mergeDrafts(base, mine, theirs).draft)).toBe('one mine two three theirs');

  const merge = mergeDrafts(
    base,
    editStep('one', { variants: [variant('one-a'), variant('one-m')] }),
    editStep('one', { variants: [variant('one-a'), variant('one-t')] }),
  );
  expect(merge.draft.steps[0]?.variants.map(({ key }) => key).sort()).toEqual(['one-a', 'one-m', 'one-t']);
});

test('a new order of one side is kept, and the first email starts a conversation', () => {
  const reordered = withSteps(([one, two, three]) => [two, one, three]);
  const added = withSteps((steps) => [...steps, step('new')]);

  for (const [mine, theirs] of [
    [reordered, added],
    [added, reordered],
  ] as const) {
    const { draft: merged, conflicts } = mergeDrafts(base, mine, theirs);
    expect([keysOf(merged), conflicts, merged.steps[0]?.thread]).toEqual(['two one three new', [], 'new']);
  }
});

test('different orders are a conflict', () => {
  const mine = withSteps(([one, two, three]) => [two, one, three]);
  const theirs = withSteps(([one, two, three]) => [one, three, two]);
  const merge = mergeDrafts(base, mine, theirs);

  expect(pathsOf(merge)).toEqual(['steps.order']);
  expect(keysOf(merge.draft)).toBe('two one three');
  expect(keysOf(mergeDrafts(base, mine, theirs, { 'steps.order': 'theirs' }).draft)).toBe('one three two');
});

test('reassignments are merged by their account', () => {
  const to = (fromAccountId: string, toAccountId: string) => ({ fromAccountId, toAccountId });
  const before = draft({ threadReassignments: [to('a', 'x')] });
  const mine = draft({ threadReassignments: [to('a', 'y')] });
  const theirs = draft({ threadReassignments: [to('a', 'x'), to('b', 'x')] });

  expect(mergeDrafts(before, mine, theirs).draft.threadReassignments).toEqual([to('a', 'y'), to('b', 'x')]);
});

test('first emails that two users wrote into an empty campaign are both kept', () => {
  const [unwritten, unwrittenToo] = [draft({ steps: [emptyStep(0)] }), draft({ steps: [emptyStep(0)] })];
  const mine = draft({ steps: [{ ...emptyStep(0), variants: [variant('m', { id: undefined })] }] });
  const merge = mergeDrafts(unwritten, mine, draft({ steps: [step('theirs')] }));

  expect(pathsOf(merge)).toEqual([]);
  expect(merge.draft.steps).toHaveLength(2);
  expect(mergeDrafts(unwritten, unwritten, unwrittenToo)).toMatchObject({ conflicts: [], draft: unwritten });
});

test('emails that were saved on this page keep their keys', () => {
  const saved = draft({
    steps: [{ ...step('one'), key: 'new-1', variants: [{ ...variant('v'), key: 'new-2' }] }],
  });
  const loaded = withKeysOf(
    draft({ steps: [step('one', { variants: [variant('v')] }), step('two')] }),
    saved,
  );

  expect(loaded.steps.map(({ key, variants }) => [key, variants[0]?.key])).toEqual([
    ['new-1', 'new-2'],
    ['two', 'two-a'],
  ]);
});

/** Random edits of up to four steps, each with one variant. */
const randomDraft = fc
  .record({
    name: fc.constantFrom('Spring', 'Mine', 'Theirs'),
    tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
    steps: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('one', 'two', 'three', 'four'),
        subject: fc.constantFrom('Hi', 'Hello', 'Dear'),
      }),
      { selector: ({ id }) => id, minLength: 1 },
    ),
  })
  .map(({ steps, ...fields }) =>
    draft({
      ...fields,
      steps: steps.map(({ id, subject }, index) =>
        step(id, { thread: index === 0 ? 'new' : 'reply', variants: [variant(`${id}-a`, { subject })] }),
      ),
    }),
  );

test('without changes of one side, the result is the other side', () => {
  fc.assert(
    fc.property(randomDraft, randomDraft, (before, after) => {
      expect(mergeDrafts(before, after, before)).toMatchObject({ draft: after, conflicts: [] });
      expect(mergeDrafts(before, before, after)).toMatchObject({ draft: after, conflicts: [] });
      expect(mergeDrafts(before, after, after)).toMatchObject({ draft: after, conflicts: [] });
    }),
  );
});

test('no text of either side is lost without a conflict or a removal', () => {
  const subjects = ({ steps }: Draft) =>
    new Map(steps.map(({ key, variants }) => [key, variants[0]?.subject]));
  fc.assert(
    fc.property(randomDraft, randomDraft, randomDraft, (before, mine, theirs) => {
      const { draft: merged, conflicts } = mergeDrafts(before, mine, theirs);
      // If each email was removed by one side, my emails stay, because a campaign without emails cannot be edited.
      if (merged.steps === mine.steps) return;
      const [b, m, t, result] = [before, mine, theirs, merged].map(subjects);
      const isConflict = (key: string) => conflicts.some(({ path }) => path.startsWith(`steps.${key}`));
      for (const key of ['one', 'two', 'three', 'four']) {
        if (isConflict(key)) continue;
        const [old, my, their] = [b, m, t].map((side) => side?.get(key));
        expect(result?.get(key)).toBe(old === undefined ? (my ?? their) : my === old ? their : my);
      }
    }),
  );
});
