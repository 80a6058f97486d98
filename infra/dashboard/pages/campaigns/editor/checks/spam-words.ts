/** Phrases that spam filters and readers know from advertising, each with the reason. They match whole words in any case. */
export const spamWords: readonly (readonly [phrases: string, reason: string])[] = [
  [
    '100% free|free gift|free money|for free|free trial|no cost',
    'Offers of free things are the most common mark of advertising.',
  ],
  [
    "act now|urgent|limited time|last chance|expires today|only today|hurry|don’t miss|don't miss",
    'Pressure of time is a mark of scams.',
  ],
  [
    'guarantee|guaranteed|risk-free|no risk|no obligation|100% satisfied',
    'Promises without risk are a mark of scams.',
  ],
  [
    'earn money|extra income|make money|cash bonus|double your|million dollars|get rich',
    'Promises of money are a mark of scams.',
  ],
  [
    'click here|click below|buy now|order now|sign up free|subscribe now',
    'Describe the target of the link, because filters know this phrase.',
  ],
  ['congratulations|you have been selected|you’ve been selected|winner|prize', 'Prizes are a mark of scams.'],
  [
    'amazing offer|best price|lowest price|special promotion|exclusive deal|discount',
    'It reads as advertising and not as a personal email.',
  ],
  ['this is not spam|not spam|dear friend|dear sir or madam', 'Personal emails do not say this.'],
];

/** Services that hide the target of a link. */
export const linkShorteners: ReadonlySet<string> = new Set(
  'bit.ly tinyurl.com t.co goo.gl ow.ly is.gd buff.ly rebrand.ly cutt.ly shorturl.at rb.gy tiny.cc t.ly bl.ink'.split(
    ' ',
  ),
);
