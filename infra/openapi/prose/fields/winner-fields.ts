/** Winners of A/B tests, and their rules. */
export const winnerTexts: Readonly<Record<string, string>> = {
  'Step.winnerRule':
    'When the service chooses the winner of the A/B test of this step. `null`: only a request chooses it. See [Campaigns](#campaigns).',
  'WinnerRule.metric':
    'What counts as success. `replied`: first replies of contacts. `clicked`, `opened`: emails with a first click or open, without bots. `clicked` requires `trackClicks`, `opened` requires `trackOpens`.',
  'WinnerRule.minSent':
    'Number of sent emails that each variant needs before the rule can choose. With the metric `opened` or `clicked`, only tracked emails count.',
  'WinnerRule.minProbability':
    'Probability of being the best that a variant needs to win, from 0.8 to 0.999.',
  'Campaign.winners':
    'The winners of A/B tests. A step without an entry has none. Read-only: see `POST /campaigns/{id}/steps/{stepId}/winner`.',
  'Winner.stepId': 'The step of the A/B test.',
  'Winner.variantId': 'The variant that all further emails of the step use.',
  'Winner.chosenBy': '`user`: by a request. `rule`: by the `winnerRule` of the step.',
  'Winner.chosenAt': 'Time of the choice.',
  'Winner.decision':
    'The rule and its figures at the time of the choice. `null` unless a rule has chosen the winner.',
  'decision.metric': 'The `metric` of the rule.',
  'decision.minSent': 'The `minSent` of the rule.',
  'decision.minProbability': 'The `minProbability` of the rule.',
  'decision.probability':
    'The probability that the variant has the highest true rate of all tested variants.',
  'decision.variants': 'The tested variants.',
  'decision.variants.variantId': 'Id of the variant.',
  'decision.variants.sent':
    'Emails that a mail server accepted. With the metric `opened` or `clicked`, only tracked ones.',
  'decision.variants.succeeded':
    'Emails of the variant that were opened, clicked or answered, depending on `metric`.',
  'campaigns choose-winner path.stepId': 'Id of the step.',
  'WinnerChoice.variantId': 'An enabled variant of the step; `null` removes the winner.',
};
