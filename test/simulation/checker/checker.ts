import { followUpsFirst } from './follow-ups-first.ts';
import type { CampaignRecord } from './record.ts';
import * as rules from './rules.ts';
import { recognise } from './threads.ts';

const all: readonly rules.Rule[] = [
  rules.known,
  rules.windows,
  rules.gaps,
  rules.accountDays,
  rules.campaignDays,
  rules.companyDays,
  rules.delays,
  rules.order,
  rules.noDuplicates,
  rules.oneAccount,
  rules.completeness,
  rules.completion,
  followUpsFirst,
];

/** All violations of a campaign's rules. */
export function findFaults(record: CampaignRecord): string[] {
  const known = recognise(record);

  return all.flatMap((rule) => rule(known));
}
