import { countOf } from '../../../components/number.tsx';

export const refusalLabels: Readonly<Record<string, string>> = {
  suppressed: 'the contact is unsubscribed, bounced or blocklisted',
  already_enrolled: 'the contact is or was in this campaign',
  active_elsewhere: 'the contact is in another started campaign',
  campaign_deleted: 'the campaign was deleted',
};

/** Which contacts an import enrols. */
export const enrolmentText =
  'All contacts are enrolled, new and existing, except for contacts that are not active or in another started campaign.';

/** Such as “2 contacts not enrolled: the contact is in another started campaign.”, one sentence for each reason. Empty without reasons. */
export const refusalsText = (reasons: readonly string[]): string =>
  [...Map.groupBy(reasons, (reason) => reason)]
    .map(
      ([reason, { length }]) =>
        `${countOf(length, 'contact')} not enrolled: ${refusalLabels[reason] ?? reason}.`,
    )
    .join(' ');
