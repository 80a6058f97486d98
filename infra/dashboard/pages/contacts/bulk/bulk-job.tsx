import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { showError } from '../../../components/overlay/toast.tsx';
import { Card, Facts, Page } from '../../../components/page/page.tsx';
import { QueryPage } from '../../../components/page/query-page.tsx';
import { Progress } from '../../../components/progress.tsx';
import { Time } from '../../../components/time.tsx';
import { linkTo } from '../../links.ts';
import { optionalFact } from '../../profile/profile-facts.tsx';
import { useFilterNames } from '../filter-text.ts';
import { campaignOutlineQuery } from '../queries.ts';
import { selectionText, statusLabels, titleOf } from './bulk-labels.ts';
import { JobItems } from './job-items.tsx';
import { type BulkJob, bulkJobQuery } from './queries.ts';

const route = getRouteApi('/app/contacts/bulk-jobs/$jobId');

const listLink = <Link to="/contacts/bulk-jobs">Bulk jobs</Link>;

export function BulkJobPage() {
  const { jobId } = route.useParams();

  return (
    <QueryPage title="Bulk job" parent={listLink} query={useQuery(bulkJobQuery(jobId))} lines={8}>
      {(job) => <LoadedJob job={job} />}
    </QueryPage>
  );
}

function LoadedJob({ job }: { readonly job: BulkJob }) {
  const canChange = useCan('member');
  const client = useQueryClient();
  const hasEnded = job.endedAt !== null;
  useEffect(() => {
    // Lists that were read before the job ended are out of date.
    if (hasEnded) for (const type of ['contacts', 'campaigns', 'activity']) void refresh(client, type);
  }, [hasEnded, client]);
  const cancellation = useMutation({
    mutationFn: () => unwrap(api.POST('/bulk-jobs/{id}/cancel', { params: { path: { id: job.id } } })),
    onSuccess: () => refresh(client, 'bulk-jobs'),
    onError: showError,
  });
  const canCancel = canChange && (job.status === 'queued' || job.status === 'running');

  return (
    <Page
      title={titleOf(job)}
      objectName={titleOf(job)}
      parent={listLink}
      actions={
        canCancel && (
          <Button isPending={cancellation.isPending} onClick={() => cancellation.mutate()}>
            Cancel the job
          </Button>
        )
      }
    >
      <JobNotice job={job} />
      <Card title="Job">
        <div className="stack">
          {!hasEnded && job.contacts !== null && (
            <Progress label="Contacts" value={job.processed} max={job.contacts} />
          )}
          <JobFacts job={job} />
        </div>
      </Card>
      <JobItems job={job} />
    </Page>
  );
}

function JobFacts({ job }: { readonly job: BulkJob }) {
  const { data: campaign } = useQuery(campaignOutlineQuery(job.campaignId ?? undefined));
  const objectNames = useFilterNames(job.filter ?? {});

  return (
    <Facts
      items={[
        [
          'Status',
          <Badge key="status" tone={statusLabels[job.status].tone}>
            {statusLabels[job.status].label}
          </Badge>,
        ],
        ['Contacts', selectionText(job, objectNames)],
        ...optionalFact(
          'Campaign',
          job.campaignId && (
            <Link {...linkTo(`/campaigns/${job.campaignId}`)}>{campaign?.name ?? 'Campaign'}</Link>
          ),
        ),
        ['Created', <Time key="created" value={job.createdAt} />],
        ['Ended', <Time key="ended" value={job.endedAt} none="Not yet" />],
      ]}
    />
  );
}

function JobNotice({ job: { status, statusReason, contacts } }: { readonly job: BulkJob }) {
  if (statusReason) {
    return (
      <Notice tone="danger" title="The job failed">
        {statusReason.message}
      </Notice>
    );
  }
  if (status === 'queued') {
    return <Notice title="The job starts soon">At most two jobs of a workspace run at a time.</Notice>;
  }
  if (status === 'running' && contacts === null) {
    return <Notice title="Its contacts are being selected">Then they are changed.</Notice>;
  }
  if (status === 'cancelling') {
    return (
      <Notice tone="warning" title="The job is being cancelled">
        Contacts in progress are finished first.
      </Notice>
    );
  }

  return null;
}
