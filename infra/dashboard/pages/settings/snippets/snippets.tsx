import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, TextQuote, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { listQuery, refresh, useList } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Button, IconButton } from '../../../components/button.tsx';
import { Confirm } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { usePaletteAction } from '../../../components/page/actions.ts';
import { EmptyState } from '../../../components/states.tsx';
import { timeColumn } from '../../../components/table/columns.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import type { Snippet } from '../../snippets/queries.ts';
import { AddSnippet, EditSnippet } from './snippet-forms.tsx';

const snippetsQuery = listQuery<Snippet>(['snippets', 'list'], (page, signal) =>
  unwrap(api.GET('/snippets', { params: { query: page }, signal })),
);

const columns: readonly Column<Snippet>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <strong>{name}</strong>, width: 'minmax(140px, 1fr)' },
  {
    id: 'text',
    header: 'Text',
    cell: ({ text }) => <span title={text}>{text}</span>,
    width: 'minmax(160px, 3fr)',
    isWideOnly: true,
  },
  timeColumn('updatedAt', 'Changed', { format: 'date', width: '120px' }),
];

export function Snippets() {
  const list = useList(snippetsQuery);
  const canChange = useCan('member');
  const [isAdding, setAdding] = useState(false);
  const [snippetToEdit, setSnippetToEdit] = useState<string>();
  const [snippetToDelete, setSnippetToDelete] = useState<Snippet>();
  usePaletteAction('Add a snippet', () => setAdding(true), canChange);
  const addButton = canChange && (
    <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
      Add snippet
    </Button>
  );

  return (
    <>
      <div className="section-head">
        <p className="muted">Texts that all users of the workspace insert into emails and answers.</p>
        {addButton}
      </div>
      <DataTable
        label="Snippets"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        {...(canChange && {
          rowActions: (snippet: Snippet) => (
            <>
              <IconButton
                size="small"
                label={`Edit ${snippet.name}`}
                icon={<Pencil />}
                onClick={() => setSnippetToEdit(snippet.id)}
              />
              <IconButton
                size="small"
                label={`Delete ${snippet.name}`}
                icon={<Trash2 />}
                onClick={() => setSnippetToDelete(snippet)}
              />
            </>
          ),
        })}
        empty={
          <EmptyState title="No snippets" icon={<TextQuote />} action={addButton}>
            A snippet is a text that you write again and again, such as the way to your office.
          </EmptyState>
        }
      />
      <AddSnippet isOpen={isAdding} onClose={() => setAdding(false)} />
      <EditSnippet snippetId={snippetToEdit} onClose={() => setSnippetToEdit(undefined)} />
      <DeleteSnippet snippet={snippetToDelete} onClose={() => setSnippetToDelete(undefined)} />
    </>
  );
}

interface DeleteSnippetProps {
  readonly snippet: Snippet | undefined;
  readonly onClose: () => void;
}

function DeleteSnippet({ snippet, onClose }: DeleteSnippetProps) {
  const client = useQueryClient();
  const remove = async (): Promise<void> => {
    if (!snippet) return;
    await unwrap(api.DELETE('/snippets/{id}', { params: { path: { id: snippet.id } } }));
    showToast(`${snippet.name} is deleted`);
    await refresh(client, 'snippets');
  };

  return (
    <Confirm
      isOpen={snippet !== undefined}
      onClose={onClose}
      title={`Delete ${snippet?.name ?? 'the snippet'}?`}
      action="Delete snippet"
      onConfirm={remove}
    >
      Emails and answers that have its text are not changed.
    </Confirm>
  );
}
