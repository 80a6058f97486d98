import newSnippet from 'schema:NewSnippet';
import snippetPatch from 'schema:SnippetPatch';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap, unwrapVersion, type Version } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { explainOutdated } from '../../../api/outdated.ts';
import { changedFields } from '../../../components/form/changed-fields.ts';
import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog, type DialogState } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { QueryState } from '../../../components/states.tsx';
import type { Snippet } from '../../snippets/queries.ts';

const snippetQuery = (id: string) =>
  queryOptions({
    queryKey: ['snippets', 'detail', id],
    queryFn: ({ signal }) => unwrapVersion(api.GET('/snippets/{id}', { params: { path: { id } }, signal })),
  });

export const AddSnippet = (dialog: DialogState) => (
  <Dialog {...dialog} title="Add a snippet">
    <AddForm onClose={dialog.onClose} />
  </Dialog>
);

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    draft: 'snippets.new',
    initial: { name: '', text: '' },
    schema: newSnippet,
    submit: (body) => unwrap(api.POST('/snippets', { body })),
    async onSuccess({ name }) {
      onClose();
      showToast(`${name} added`);
      await refresh(client, 'snippets');
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <SnippetFields field={form.field} />
      <FormActions submit="Add snippet" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}

interface EditSnippetProps {
  readonly snippetId: string | undefined;
  readonly onClose: () => void;
}

export function EditSnippet({ snippetId, onClose }: EditSnippetProps) {
  const query = useQuery({ ...snippetQuery(snippetId ?? ''), enabled: snippetId !== undefined });

  return (
    <Dialog isOpen={snippetId !== undefined} onClose={onClose} title="Edit snippet">
      <QueryState query={query}>
        {(snippet) => <EditForm key={snippet.value.id} snippet={snippet} onClose={onClose} />}
      </QueryState>
    </Dialog>
  );
}

interface EditFormProps {
  readonly snippet: Version<Snippet>;
  readonly onClose: () => void;
}

function EditForm({ snippet: { value, etag }, onClose }: EditFormProps) {
  const client = useQueryClient();
  // Kept from the opening, although `value` is refreshed. Only changed fields are sent.
  const [initial] = useState(() => ({ name: value.name, text: value.text }));
  const form = useForm({
    draft: `snippets.${value.id}`,
    initial,
    schema: snippetPatch,
    toRequest: (values) => changedFields(values, initial),
    submit: (values) =>
      unwrap(
        api.PATCH('/snippets/{id}', {
          params: { path: { id: value.id }, ...(etag && { header: { 'If-Match': etag } }) },
          body: changedFields(values, initial),
        }),
      ).catch(explainOutdated(client, 'snippets', 'detail', value.id)),
    async onSuccess() {
      onClose();
      showToast('Snippet changed');
      await refresh(client, 'snippets');
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <SnippetFields field={form.field} />
      <FormActions submit="Save changes" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}

type Field = ReturnType<typeof useForm<{ name: string; text: string }>>['field'];

const SnippetFields = ({ field }: { readonly field: Field }) => (
  <>
    <TextField
      label="Name"
      help="The menu of snippets has this name."
      placeholder="Suggest a call"
      {...field('name')}
    />
    <TextField
      label="Text"
      help={'It can have merge fields: {{firstName}} or {{firstName | default: "there"}}.'}
      rows={8}
      {...field('text')}
    />
  </>
);
