import { expect, test } from 'vitest';
import { gapsOf, gapsText } from '../../../infra/dashboard/pages/campaigns/plan/gaps.ts';

const variant = { enabled: true, subject: 'About [topic]', bodyText: 'Hi [name]', bodyHtml: null };
const unused = { ...variant, enabled: false, bodyText: '[other text]' };

test('gaps are named by email, each once, in the variants that are used', () => {
  const steps = [{ thread: 'new' as const, variants: [variant, variant, unused] }];

  expect(gapsText(gapsOf({ steps, plainTextOnly: false }))).toBe('Email 1: [topic], [name].');
});

test('a text that no recipient sees has no gap: the subject of a reply, and HTML of plain emails', () => {
  const reply = { ...variant, bodyText: 'Hi', bodyHtml: '<p>[name]</p>' };
  const steps = [{ thread: 'reply' as const, variants: [reply] }];

  expect(gapsOf({ steps, plainTextOnly: true })).toEqual([]);
  expect(gapsText(gapsOf({ steps, plainTextOnly: false }))).toBe('Email 1: [name].');
});
