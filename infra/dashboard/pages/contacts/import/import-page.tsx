import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { ContactTabs } from '../contact-tabs.tsx';
import { FileChooser } from './file-chooser.tsx';
import { discardImportDrafts, keptFileNames } from './import-draft.ts';
import { ImportForm } from './import-form.tsx';
import { fileHint } from './send-import.ts';
import { useChosenFile } from './use-chosen-file.ts';
import './import.css';

/** Imports a file: choose it, map its columns, set the options, and send it. */
export function ImportPage() {
  const canImport = useCan('member');
  const navigate = useNavigate();
  const { chosen, error, choose, discard } = useChosenFile();

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
              onChooseOther={discard}
              onImported={({ importId }) =>
                navigate({ to: '/contacts/imports/$importId', params: { importId } })
              }
            />
          ) : (
            <>
              <KeptChoices />
              <FileChooser onChoose={choose} hint={fileHint} />
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
