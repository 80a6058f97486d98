import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router';
import type { Schemas } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { Notice, type Tone } from '../../../components/notice.tsx';
import { countOf } from '../../../components/number.tsx';
import { Card, Page } from '../../../components/page/page.tsx';
import { Progress } from '../../../components/progress.tsx';
import { QueryState } from '../../../components/states.tsx';
import { Time } from '../../../components/time.tsx';
import { CountTile, CountTiles } from '../count-tiles.tsx';
import { FailedRows } from './failed-rows.tsx';
import { ImportActions } from './import-actions.tsx';
import { NotEnrolled } from './not-enrolled.tsx';
import { importQuery } from './queries.ts';
import { readRecentImports } from './recent-imports.ts';
import './import.css';

const route = getRouteApi('/app/contacts/imports/$importId');

type Report = Schemas['ImportReport'];

export function ImportReportPage() {
  const { importId } = route.useParams();
  const query = useQuery(importQuery(importId));
  const session = useSession();
  const recent = readRecentImports(session?.workspaceId).find(({ id }) => id === importId);

  return (
    <Page
      title={recent ? `Import of ${recent.fileName}` : 'Import'}
      objectName={recent?.fileName}
      description={
        recent && (
          <>
            Started <Time value={recent.startedAt} />
          </>
        )
      }
      parent={<Link to="/contacts/imports">Imports</Link>}
      actions={query.data && <ImportActions report={query.data} />}
    >
      <QueryState query={query} lines={6}>
        {(report) => <LoadedReport report={report} />}
      </QueryState>
    </Page>
  );
}

function LoadedReport({ report }: { readonly report: Report }) {
  return (
    <>
      <ImportStatus report={report} />
      <ImportCounts report={report} />
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
      <Notice tone={toneOf(report)} title={resultText(report)}>
        {report.failed > 0 && 'The failed rows are listed below with the reasons.'}
      </Notice>
    );
  }

  return (
    <Card title="The import is running" description="It continues if you leave this page.">
      <Progress label="Rows" value={processedRows} max={rowsInFile} />
    </Card>
  );
}

function toneOf({ failed, skipped, duplicatesInFile }: Report): Tone {
  if (failed > 0) return 'warning';

  return skipped + duplicatesInFile > 0 ? 'info' : 'success';
}

/** Such as “19 contacts created, 2 rows skipped”. */
function resultText({ created, updated, skipped, duplicatesInFile, failed }: Report): string {
  const results = [
    [created, 'contact', 'created'],
    [updated, 'contact', 'updated'],
    [skipped, 'row', 'skipped'],
    [duplicatesInFile, 'row', 'repeated'],
    [failed, 'row', 'failed'],
  ] as const;
  const parts = results.flatMap(([count, noun, result]) =>
    count > 0 ? [`${countOf(count, noun)} ${result}`] : [],
  );

  return parts.join(', ') || 'The file has no rows';
}

/** The results of the rows, which add up to the processed rows, and the number of enrolled contacts. */
function ImportCounts({ report }: { readonly report: Report }) {
  const contacts = (importResult: 'created' | 'updated' | 'skipped'): LinkProps | undefined =>
    report[importResult] > 0
      ? { to: '/contacts', search: { importId: report.importId, importResult } }
      : undefined;
  const { created, updated, skipped, duplicatesInFile, failed, enrolled } = report;

  return (
    <CountTiles label="Rows by result">
      <CountTile label="Created" value={created} link={contacts('created')} />
      <CountTile label="Updated" value={updated} link={contacts('updated')} />
      <CountTile
        label="Skipped"
        value={skipped}
        help="A contact with the address exists"
        link={contacts('skipped')}
      />
      <CountTile label="Repeated" value={duplicatesInFile} help="The address is in an earlier row" />
      <CountTile
        label="Failed"
        value={failed}
        tone={failed > 0 ? 'danger' : undefined}
        link={failed > 0 ? { to: '.', search: (before) => before, hash: 'failed' } : undefined}
      />
      {enrolled + report.notEnrolled.length > 0 && <CountTile label="Enrolled" value={enrolled} />}
    </CountTiles>
  );
}
