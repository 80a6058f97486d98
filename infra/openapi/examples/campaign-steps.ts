import { decideWinner } from '#lib/campaigns/winners/decide-winner.ts';
import { exampleId, furtherId, timeAfter } from './base.ts';
import { countOf, firstVariantId, followUpVariantId, secondVariantId } from './statistics.ts';

export const stepId = exampleId('stp');
const winnerRule = { metric: 'replied', minSent: 40, minProbability: 0.95 } as const;
const testedVariants = [firstVariantId, secondVariantId].map((variantId) => ({
  variantId,
  sent: countOf('sent', { id: variantId }),
  succeeded: countOf('uniqueReplied', { id: variantId }),
}));

export const ruleWinner = {
  stepId,
  variantId: firstVariantId,
  chosenBy: 'rule',
  chosenAt: timeAfter({ minutes: -5 }),
  decision: {
    ...winnerRule,
    probability: decideWinner(winnerRule, testedVariants)?.probability,
    variants: testedVariants,
  },
};

/** @param subject empty for a follow-up, which is plain text in this example */
function variantOf(id: string, subject: string, text: string) {
  return {
    id,
    subject,
    bodyHtml: subject === '' ? null : `<p>${text}</p>`,
    bodyText: text,
    weight: 100,
    enabled: true,
  };
}

export const steps = [
  {
    id: stepId,
    type: 'email',
    delay: { value: 0, unit: 'days' },
    businessDaysOnly: true,
    thread: 'new',
    winnerRule,
    variants: [
      variantOf(firstVariantId, 'Hello {{firstName}}', 'Hi {{firstName}}, shall we talk?'),
      variantOf(secondVariantId, 'A question, {{firstName}}', 'Hi {{firstName}}, may I ask you something?'),
    ],
  },
  {
    id: furtherId('stp', 6),
    type: 'email',
    delay: { value: 3, unit: 'days' },
    businessDaysOnly: true,
    thread: 'reply',
    winnerRule: null,
    variants: [variantOf(followUpVariantId, '', 'Did you have time to think about it, {{firstName}}?')],
  },
];
