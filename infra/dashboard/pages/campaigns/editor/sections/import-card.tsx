import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../../api/client.ts';
import { Notice } from '../../../../components/notice.tsx';
import { countOf, formatNumber } from '../../../../components/number.tsx';
import { Dialog } from '../../../../components/overlay/dialog.tsx';
import { Card } from '../../../../components/page/page.tsx';
import { Progress } from '../../../../components/progress.tsx';
import { enrolmentText, refusalsText } from '../../../contacts/campaigns/refusal-labels.ts';
import { FileChooser } from '../../../contacts/import/file-chooser.tsx';
import { ImportForm } from '../../../contacts/import/import-form.tsx';
import { fileHint } from '../../../contacts/import/send-import.ts';
import { useChosenFile } from '../../../contacts/import/use-chosen-file.ts';
import { useEditorContext } from '../editor-context.ts';

type Report = Schemas['ImportReport'];

interface ImportCardProps {
  /** The latest import of this visit. */
  readonly report: Report | undefined;
  readonly onImported: (report: Report) => void;
}

/** Imports a file and enrols its contacts, without leaving the editor. */
export function ImportCard({ report, onImported }: ImportCardProps) {
  const { id, name } = useEditorContext().campaign;
  const { chosen, error, choose, discard } = useChosenFile();

  return (
    <Card title="From a file" description={enrolmentText}>
      <div className="stack">
        {error && <Notice tone="danger">{error}</Notice>}
        {report && <ImportResult report={report} />}
        <FileChooser onChoose={choose} hint={fileHint} />
      </div>
      <Dialog
        isOpen={chosen !== undefined}
        onClose={discard}
        title="Import contacts"
        description={`The contacts of the file are enrolled in “${name}”.`}
        size="large"
      >
        {chosen && (
          <div className="stack">
            <ImportForm
              chosen={chosen}
              onChooseOther={discard}
              campaign={{ value: id, label: name }}
              onImported={(imported) => {
                discard();
                onImported(imported);
              }}
            />
          </div>
        )}
      </Dialog>
    </Card>
  );
}

function ImportResult({ report }: { readonly report: Report }) {
  const { importId, status, total, rowsInFile, created, updated, skipped, enrolled, failed } = report;
  if (status === 'running') return <Progress label="Rows" value={total} max={rowsInFile} />;
  const parts = [
    `${formatNumber(enrolled)} of ${countOf(created + updated + skipped, 'contact')} enrolled`,
    `${created} new`,
    ...(failed > 0 ? [`${countOf(failed, 'row')} failed`] : []),
  ];

  return (
    <Notice
      tone={status === 'failed' || failed > 0 ? 'warning' : 'success'}
      title={parts.join(', ')}
      actions={
        <Link to="/contacts/imports/$importId" params={{ importId }}>
          Show the report
        </Link>
      }
    >
      {!report.notEnrolledTruncated && refusalsText(report.notEnrolled.map(({ reason }) => reason))}
    </Notice>
  );
}
