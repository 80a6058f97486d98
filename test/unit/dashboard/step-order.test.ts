import { expect, test } from 'vitest';
import { moveStep } from '../../../infra/dashboard/pages/campaigns/editor/steps/step-order.ts';
import { step, variant } from './edited-drafts.ts';

const first = step('first', { thread: 'new' });
const second = (subject: string) =>
  step('second', { thread: 'reply', variants: [variant('second-a', { subject })] });
const describe = (steps: ReturnType<typeof moveStep>) => steps.map(({ key, thread }) => `${key} ${thread}`);

test('a reply that is moved to the first place and back is a reply again', () => {
  const moved = moveStep([first, second('')], 1, 0);
  expect(describe(moved)).toEqual(['second new', 'first new']);

  expect(describe(moveStep(moved, 0, 1))).toEqual(['first new', 'second reply']);
});

test('an email that got a subject in the first place keeps its conversation', () => {
  expect(describe(moveStep([second('Hi'), first], 0, 1))).toEqual(['first new', 'second reply']);
  expect(describe(moveStep([{ ...second('Hi'), thread: 'new' }, first], 0, 1))).toEqual([
    'first new',
    'second new',
  ]);
});
