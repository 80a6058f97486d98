import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schemas } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { Notice } from '../../../components/notice.tsx';
import { Card, Page } from '../../../components/page.tsx';
import { Progress } from '../../../components/progress.tsx';
import { QueryState } from '../../../components/states.tsx';
import { Time } from '../../../components/time.tsx';
import { FailedRows } from './failed-rows.tsx';
import { ImportCounts } from './import-counts.tsx';
import { NotEnrolled } from './not-enrolled.tsx';
import { importQuery } from './queries.ts';
import { readRecentImports } from './recent-imports.ts';
import './import.css';

const route = getRouteApi('/app/contacts/imports/$importId');

type Report = Schemas['ImportReport'];

export function ImportReportPage() {
  const { importId } = route.useParams();
  const session = useSession();
  const recent = readRecentImports(session?.workspaceId).find(({ id }) => id === importId);

  return (
    <Page
      title={recent ? `Import of ${recent.fileName}` : 'Import'}
      description={
        recent && (
          <>
            Started <Time value={recent.startedAt} />
          </>
        )
      }
      parent={<Link to="/contacts/imports">Imports</Link>}
    >
      <QueryState query={useQuery(importQuery(importId))} lines={6}>
        {(report) => <LoadedReport report={report} startedAt={recent?.startedAt} />}
      </QueryState>
    </Page>
  );
}

interface LoadedReportProps {
  readonly report: Report;
  readonly startedAt: string | undefined;
}

function LoadedReport({ report, startedAt }: LoadedReportProps) {
  return (
    <>
      <ImportStatus report={report} />
      <ImportCounts report={report} startedAt={startedAt} />
      {report.warnings.length > 0 && (
        <Notice tone="warning" title="The file was read with warnings">
          <ul className="warnings">
            {report.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      <FailedRows report={report} />
      <NotEnrolled report={report} />
    </>
  );
}

function ImportStatus({ report }: { readonly report: Report }) {
  const { status, statusReason, total: processedRows, rowsInFile } = report;
  if (status === 'failed') {
    return (
      <Notice tone="danger" title="Part of the file was not imported">
        {statusReason?.message} Import the failed rows again.
      </Notice>
    );
  }
  if (status === 'completed') {
    return (
      <Notice
        tone={report.failed > 0 ? 'warning' : 'success'}
        title={report.failed > 0 ? 'Imported, except for some rows' : 'All rows are imported'}
      >
        {report.failed > 0 ? 'The failed rows are listed below with the reasons.' : undefined}
      </Notice>
    );
  }

  return (
    <Card title="The import is running" description="It continues if you leave this page.">
      <Progress label="Rows" value={processedRows} max={rowsInFile} />
    </Card>
  );
}
