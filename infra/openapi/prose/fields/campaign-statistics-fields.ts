import { rateTexts } from './count-fields.ts';

const texts = Object.fromEntries(Object.entries(rateTexts).map(([rate, text]) => [`rates.${rate}`, text]));

/** Statistics of a campaign by step, variant or account. */
export const campaignStatisticsTexts: Readonly<Record<string, string>> = {
  'EstimatedRate.value': 'The share, from 0 to 1.',
  'EstimatedRate.low': 'Lower bound of the Wilson 95 % confidence interval.',
  'EstimatedRate.high': 'Upper bound of the Wilson 95 % confidence interval.',
  'CampaignStatistics.groupBy': 'What the counts are divided by.',
  'CampaignStatistics.period.from': 'First day.',
  'CampaignStatistics.period.to': 'Last day, inclusive.',
  'CampaignStatistics.period.timezone':
    'The current time zone of the workspace, in which its days begin and end.',
  'CampaignStatistics.totals': 'All emails of the campaign in the period.',
  'CampaignStatistics.groups':
    'The steps, variants or accounts in the order of the campaign. A group with the `id` `null` sums up the parts that the campaign no longer has.',
  'groups.id': 'Id of the step, variant or account; `null` for parts that the campaign no longer has.',
  'groups.stepId': 'The step, or the step of the variant; `null` for accounts.',
  counts: 'Numbers of events in the period, without events of bots.',
  'counts.replied': 'Replies, by the email that they answer.',
  rates:
    'Shares of the sent emails. Emails that are not tracked are not in the base of the open rate or the click rate.',
  ...texts,
  'groups.bestProbability':
    'The probability that the variant has the highest true rate of all variants of its step. Each rate has a uniform prior, so its posterior is a beta distribution. The values of a step sum to 1. `null` unless `groupBy` is `variant` and the step has at least two variants and sent emails.',
  'bestProbability.open': 'Probability that the variant has the highest open rate of its step.',
  'bestProbability.click': 'Probability that the variant has the highest click rate of its step.',
  'bestProbability.reply': 'Probability that the variant has the highest reply rate of its step.',
  'groups.isWinner':
    'Whether the variant is the winner of its step, which all further emails use. `false` unless `groupBy` is `variant`.',
  'CampaignStatistics.series': 'The days or weeks with events, oldest first; empty without `interval`.',
  'CampaignStatistics.series.date': 'A day; for a week, its Monday.',
  'series.groups': 'As `groups` of the response, for this day or week.',
};
