import { placeholdersOf, usedTexts } from '#lib/emails/rendering/email-texts.ts';
import type { Campaign } from '../queries.ts';

interface WrittenCampaign extends Pick<Campaign, 'plainTextOnly'> {
  readonly steps: readonly {
    readonly thread: 'reply' | 'new';
    readonly variants: readonly Variant[];
  }[];
}

type Variant = Pick<
  Campaign['steps'][number]['variants'][number],
  'enabled' | 'subject' | 'bodyHtml' | 'bodyText'
>;

export interface Gap {
  /** The number of the email, from 1. */
  readonly email: number;
  /** Such as `[the result]`. */
  readonly texts: readonly string[];
}

/** The texts in square brackets that recipients would see, by email: the same as in the warning of a dry run. */
export const gapsOf = ({ steps, plainTextOnly }: WrittenCampaign): readonly Gap[] =>
  steps
    .map(({ variants, thread }, index) => ({
      email: index + 1,
      texts: [
        ...new Set(
          variants
            .filter(({ enabled }) => enabled)
            .flatMap((variant) =>
              placeholdersOf(usedTexts(variant, { isReply: thread === 'reply', plainTextOnly })),
            ),
        ),
      ],
    }))
    .filter(({ texts }) => texts.length > 0);

/** Such as “Email 1: [topic], [name]. Email 2: [topic].” */
export const gapsText = (gaps: readonly Gap[]): string =>
  gaps.map(({ email, texts }) => `Email ${email}: ${texts.join(', ')}.`).join(' ');
