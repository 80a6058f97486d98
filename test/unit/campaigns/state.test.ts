import { expect, test } from 'vitest';
import { type CampaignAction, ruleOf } from '#lib/campaigns/state/action-rules.ts';
import type { CampaignStatus } from '#lib/campaigns/state/settings.ts';

const table: [CampaignAction, CampaignStatus, string, CampaignStatus | undefined][] = [
  ['start', 'draft', 'moves', 'active'],
  ['start', 'paused', 'moves', 'active'],
  ['start', 'active', 'stays', undefined],
  ['start', 'completed', 'moves_if_unfinished', 'active'],
  ['pause', 'draft', 'refused', undefined],
  ['pause', 'active', 'moves', 'paused'],
  ['pause', 'paused', 'stays', undefined],
  ['pause', 'completed', 'refused', undefined],
];

test.each(table)('%s on a campaign with status %s: %s %s', (action, status, kind, to) => {
  expect(ruleOf(action, status)).toMatchObject({ kind, ...(to && { to }) });
});
