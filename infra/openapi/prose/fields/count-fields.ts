import type { StatKind } from '#lib/statistics/kinds.ts';
import { rateParts } from '#lib/statistics/rates.ts';

/** The counts of statistics, for a period or for a whole campaign. */
export const countTexts: Readonly<Record<StatKind, string>> = {
  sent: 'Emails that a mail server accepted.',
  contacted: 'Contacts that received their first email of a campaign.',
  opened: 'Opens, without opens by bots.',
  uniqueOpened: 'Emails with their first open in the period. Each email counts once.',
  clicked: 'Clicks, without clicks by bots.',
  uniqueClicked: 'Emails with their first click in the period. Each email counts once.',
  replied: 'Replies.',
  uniqueReplied: 'First replies in the period. Each contact counts once per campaign.',
  bounced:
    'Emails with a hard bounce. Each email counts once, also if several reports arrive. They include emails that the mail server rejected immediately, which are not in `sent`.',
  unsubscribed: 'Emails through which a contact unsubscribed. Each email counts once.',
  openTracked:
    'Sent emails with the image that detects opens. Plain-text emails, and emails of campaigns without `trackOpens`, are not tracked.',
  clickTracked:
    'Sent emails with at least one tracked link. Plain-text emails, emails without links, and emails of campaigns without `trackClicks`, are not tracked.',
};

/** Each rate with its base: the same everywhere. */
export const rateTexts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(rateParts).map(([rate, { count, base }]) => [
    rate,
    `\`${count}\` divided by \`${base}\`, at most 1; \`null\` if \`${base}\` is 0.`,
  ]),
);
