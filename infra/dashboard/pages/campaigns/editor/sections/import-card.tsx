import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../../api/client.ts';
import { Notice } from '../../../../components/notice.tsx';
import { countOf } from '../../../../components/number.tsx';
import { Dialog } from '../../../../components/overlay/dialog.tsx';
import { Card } from '../../../../components/page/page.tsx';
import { Progress } from '../../../../components/progress.tsx';
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
    <Card title="From a file" description="All contacts of the file are enrolled, new and existing.">
      <div className="stack">
        {error && <Notice tone="danger">{error}</Notice>}
        {report && <ImportResult report={report} />}
        <FileChooser onChoose={choose} hint={fileHint} />
      </div>
      <Dialog
        isOpen={chosen !== undefined}
        onClose={discard}
        title="Import contacts"
        description={`All contacts of the file are enrolled in ${name}.`}
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
  const { importId, status, total, rowsInFile, created, enrolled, failed } = report;
  if (status === 'running') return <Progress label="Rows" value={total} max={rowsInFile} />;
  const parts = [
    `${countOf(enrolled, 'contact')} enrolled`,
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
      {enrolled < total - failed && 'The report lists contacts that were not enrolled, with the reasons.'}
    </Notice>
  );
}
