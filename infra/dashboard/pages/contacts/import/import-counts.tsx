import type { LinkProps } from '@tanstack/react-router';
import type { Schemas } from '../../../api/client.ts';
import { CountTile, CountTiles } from '../count-tiles.tsx';

interface ImportCountsProps {
  readonly report: Schemas['ImportReport'];
  /** Undefined for an import that was not started in this browser. */
  readonly startedAt: string | undefined;
}

/** The results of the rows, which add up to the processed rows, and the number of enrolled contacts. */
export function ImportCounts({ report, startedAt }: ImportCountsProps) {
  const contacts: LinkProps = { to: '/contacts', search: startedAt ? { createdAfter: startedAt } : {} };
  const { created, updated, skipped, duplicatesInFile, failed, enrolled } = report;

  return (
    <CountTiles label="Rows by result">
      <CountTile label="Created" value={created} link={contacts} />
      <CountTile label="Updated" value={updated} />
      <CountTile label="Skipped" value={skipped} help="A contact with the address exists" />
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
