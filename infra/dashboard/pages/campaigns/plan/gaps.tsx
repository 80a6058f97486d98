import { Link } from '@tanstack/react-router';
import { placeholdersOf } from '#lib/emails/rendering/email-texts.ts';
import { Notice } from '../../../components/notice.tsx';

interface WrittenVariant {
  readonly enabled: boolean;
  readonly subject: string;
  readonly bodyHtml: string | null;
  readonly bodyText: string | null;
}

interface Gap {
  /** The number of the email, from 1. */
  readonly email: number;
  /** Such as `[the result]`. */
  readonly texts: readonly string[];
}

/** The texts in square brackets, which a writer should have replaced, by email. */
export const gapsOf = (steps: readonly { readonly variants: readonly WrittenVariant[] }[]): readonly Gap[] =>
  steps
    .map(({ variants }, index) => ({
      email: index + 1,
      texts: [
        ...new Set(
          variants
            .filter(({ enabled }) => enabled)
            .flatMap(({ subject, bodyHtml, bodyText }) =>
              placeholdersOf({ subject, html: bodyHtml ?? '', text: bodyText ?? '' }),
            ),
        ),
      ],
    }))
    .filter(({ texts }) => texts.length > 0);

/** Such as “Email 1: [topic], [name]. Email 2: [topic].” */
export const gapsText = (gaps: readonly Gap[]): string =>
  gaps.map(({ email, texts }) => `Email ${email}: ${texts.join(', ')}.`).join(' ');

interface GapsNoticeProps {
  readonly gaps: readonly Gap[];
  readonly campaignId: string;
  readonly isAccepted: boolean;
  readonly onAccept: (isAccepted: boolean) => void;
}

/** A start needs the acceptance of all gaps. Nothing without gaps. */
export function GapsNotice({ gaps, campaignId, isAccepted, onAccept }: GapsNoticeProps) {
  if (gaps.length === 0) return null;

  return (
    <Notice
      tone="warning"
      title="Texts in square brackets are not replaced"
      actions={
        <Link to="/campaigns/$campaignId/edit" params={{ campaignId }}>
          Edit the emails
        </Link>
      }
    >
      {gapsText(gaps)} Recipients would see them.
      <label className="checkbox-field">
        <input
          type="checkbox"
          className="checkbox"
          checked={isAccepted}
          onChange={(event) => onAccept(event.target.checked)}
        />
        Send them as they are
      </label>
    </Notice>
  );
}
