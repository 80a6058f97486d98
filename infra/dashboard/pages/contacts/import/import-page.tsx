import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { countOf } from '../../../components/number.tsx';
import { Page } from '../../../components/page/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { ContactTabs } from '../contact-tabs.tsx';
import { type ChosenFile, readFile } from './csv-preview.ts';
import { FileChooser } from './file-chooser.tsx';
import { discardImportDrafts, keptFileNames } from './import-draft.ts';
import { ImportForm } from './import-form.tsx';
import { columnsMax, rowsMax } from './send-import.ts';
import './import.css';

const hint = `Up to 10 MB, ${countOf(rowsMax, 'row')} and ${countOf(columnsMax, 'column')}. Separated by commas, semicolons, tabs or |. Only email addresses are required.`;

/** Imports a file: choose it, map its columns, set the options, and send it. */
export function ImportPage() {
  const canImport = useCan('member');
  const [chosen, setChosen] = useState<ChosenFile>();
  const [error, setError] = useState<string>();
  const choose = async (file: File): Promise<void> => {
    const result = await readFile(file);
    setChosen('error' in result ? undefined : result);
    setError('error' in result ? result.error : undefined);
  };

  return (
    <Page
      title="Import contacts"
      description="Each row of a CSV file becomes one contact."
      parent={<Link to="/contacts">Contacts</Link>}
    >
      <ContactTabs />
      {canImport ? (
        <>
          {error && <Notice tone="danger">{error}</Notice>}
          {chosen ? (
            <ImportForm
              key={`${chosen.file.name} ${chosen.file.lastModified}`}
              chosen={chosen}
              onChooseOther={() => setChosen(undefined)}
            />
          ) : (
            <>
              <KeptChoices />
              <FileChooser onChoose={(file) => void choose(file)} hint={hint} />
            </>
          )}
        </>
      ) : (
        <EmptyState title="You cannot import contacts">
          Your role is viewer. Ask an owner of the workspace for the role member.
        </EmptyState>
      )}
    </Page>
  );
}

/** The choices for a file survive a reload, but the file does not. */
function KeptChoices() {
  const [fileNames, setFileNames] = useState(keptFileNames);
  if (fileNames.length === 0) return null;
  const discard = (): void => {
    discardImportDrafts();
    setFileNames([]);
  };

  return (
    <Notice
      actions={
        <Button size="small" onClick={discard}>
          Discard
        </Button>
      }
    >
      {`Choose ${fileNames.join(' or ')} again to continue: its columns and options are kept.`}
    </Notice>
  );
}
