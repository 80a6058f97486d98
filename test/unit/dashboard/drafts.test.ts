import { expect, test } from 'vitest';
import {
  attemptKey,
  discardAllDrafts,
  draftOf,
  writeDraft,
} from '../../../infra/dashboard/pages/inbox/thread/drafts.ts';

test('a sign-out discards the unsent answers and their keys', () => {
  writeDraft('rep_1', 'Thank you');
  const key = attemptKey('rep_1', 'Thank you');
  expect([draftOf('rep_1'), attemptKey('rep_1', 'Thank you')]).toEqual(['Thank you', key]);

  discardAllDrafts();
  expect(draftOf('rep_1')).toBe('');
  expect(attemptKey('rep_1', 'Thank you')).not.toBe(key);
});
