import { Link } from '@tanstack/react-router';
import { useList } from '../../../../api/lists.ts';
import { Notice } from '../../../../components/notice.tsx';
import { countOf, formatNumber } from '../../../../components/number.tsx';
import { Progress } from '../../../../components/progress.tsx';
import { type BulkJob, bulkJobItemsQuery } from '../../../contacts/bulk/queries.ts';
import { refusalsText } from '../../../contacts/campaigns/refusal-labels.ts';

/** The contacts with which a campaign was created. */
export function EnrolmentJob({ job }: { readonly job: BulkJob }) {
  const { id: jobId, endedAt, contacts, processed, changed, skipped } = job;
  if (endedAt === null)
    return <Progress label="The contacts are being enrolled" value={processed} max={contacts ?? 0} />;

  return (
    <Notice
      tone={changed < processed ? 'warning' : 'success'}
      title={`${formatNumber(changed)} of ${countOf(processed, 'contact')} enrolled`}
      actions={
        <Link to="/contacts/bulk-jobs/$jobId" params={{ jobId }}>
          Show the result
        </Link>
      }
    >
      {skipped > 0 && <SkippedContacts jobId={jobId} />}
    </Notice>
  );
}

/** Why contacts were not enrolled. More than one page of them is in the result of the job. */
function SkippedContacts({ jobId }: { readonly jobId: string }) {
  const { rows, hasMore, isPending } = useList(bulkJobItemsQuery(jobId, 'skipped'));
  if (isPending || hasMore) return null;

  return refusalsText(rows.map(({ reason }) => reason ?? 'skipped'));
}
