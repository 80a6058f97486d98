import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Button, buttonClass } from '../../../components/button.tsx';
import { countOf } from '../../../components/number.tsx';
import { Confirm, type DialogState } from '../../../components/overlay/dialog.tsx';

type Report = Schemas['ImportReport'];

/** What follows an import that has ended. */
export function ImportActions({ report }: { readonly report: Report }) {
  const canChange = useCan('member');
  const [isUndoing, setUndoing] = useState(false);
  const { importId, status, created, updated, skipped, enrolled } = report;
  if (!canChange || status === 'running' || created + updated + skipped === 0) return null;

  return (
    <>
      {created > 0 && (
        <Button icon={<Undo2 />} onClick={() => setUndoing(true)}>
          Undo the import
        </Button>
      )}
      <Link
        to="/campaigns/new"
        state={{ recipients: { filter: { importId }, text: 'the contacts of the import' } }}
        className={buttonClass(enrolled > 0 ? 'secondary' : 'primary')}
      >
        <Send aria-hidden="true" />
        Start a campaign with these
      </Link>
      <UndoImport report={report} isOpen={isUndoing} onClose={() => setUndoing(false)} />
    </>
  );
}

function UndoImport({ report: { importId, created }, ...dialog }: DialogState & { readonly report: Report }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const undo = async (): Promise<void> => {
    const body = { action: 'delete_untouched', filter: { importId, importResult: 'created' } } as const;
    const { id: jobId } = await unwrap(api.POST('/bulk-jobs', { body }));
    await refresh(client, 'bulk-jobs');
    await navigate({ to: '/contacts/bulk-jobs/$jobId', params: { jobId } });
  };

  return (
    <Confirm {...dialog} title="Undo the import?" action="Delete contacts" onConfirm={undo}>
      Deletes the {countOf(created, 'contact')} that the import created, and ends their sequences. Contacts
      that were changed, received an email or replied since then stay, and so do the contacts that existed
      before. The result lists each contact that stays, with the reason.
    </Confirm>
  );
}
