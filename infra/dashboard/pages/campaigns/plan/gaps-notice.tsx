import { Link } from '@tanstack/react-router';
import { Notice } from '../../../components/notice.tsx';
import { type Gap, gapsText } from './gaps.ts';

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
