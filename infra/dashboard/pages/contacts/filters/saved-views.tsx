import newView from 'schema:NewContactView';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bookmark, BookmarkPlus, ChevronDown, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { isEqual } from '../../../components/is-equal.ts';
import { Dialog, type DialogState } from '../../../components/overlay/dialog.tsx';
import { Menu, MenuGroup, MenuItem } from '../../../components/overlay/menu.tsx';
import { showError, showToast } from '../../../components/overlay/toast.tsx';
import { filterText, useFilterNames } from '../filter-text.ts';
import type { ContactFilter } from '../queries.ts';
import { contactViewsQuery } from './queries.ts';

type View = Schemas['ContactView'];

/** The named filters of the workspace, and the actions that save the current filters or delete the current view. */
export function SavedViews({
  filters: { search: _, email: __, ...filter },
}: {
  readonly filters: ContactFilter;
}) {
  const { data: views = [] } = useQuery(contactViewsQuery);
  const navigate = useNavigate();
  const canChange = useCan('member');
  const [isSaving, setSaving] = useState(false);
  const removal = useViewRemoval();
  const current = views.find((view) => isEqual(view.filter, filter));
  const canSave = canChange && !current && Object.keys(filter).length > 0;
  if (views.length === 0 && !canSave) return null;

  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button icon={<Bookmark />}>
            {current?.name ?? 'Views'}
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      >
        {views.length > 0 && (
          <MenuGroup label="Views of the workspace">
            {views.map((view) => (
              <MenuItem
                key={view.id}
                onSelect={() => void navigate({ to: '/contacts', search: view.filter })}
              >
                {view.name}
              </MenuItem>
            ))}
          </MenuGroup>
        )}
        {canSave && (
          <MenuItem icon={<BookmarkPlus />} onSelect={() => setSaving(true)}>
            Save these filters
          </MenuItem>
        )}
        {canChange && current && (
          <MenuItem icon={<Trash2 />} isDanger onSelect={() => removal.mutate(current)}>
            {`Delete the view ${current.name}`}
          </MenuItem>
        )}
      </Menu>
      <SaveView filter={filter} isOpen={isSaving} onClose={() => setSaving(false)} />
    </>
  );
}

/** Without a question, because a view is quickly saved again: its filters stay in the list. */
function useViewRemoval() {
  const client = useQueryClient();

  return useMutation({
    mutationFn: ({ id }: View) => unwrap(api.DELETE('/contact-views/{id}', { params: { path: { id } } })),
    onSuccess: (_, { name }) => {
      showToast(`The view ${name} is deleted`);

      return refresh(client, 'contact-views');
    },
    onError: showError,
  });
}

interface SaveViewProps extends DialogState {
  readonly filter: View['filter'];
}

function SaveView({ filter, ...dialog }: SaveViewProps) {
  const names = useFilterNames(filter);

  return (
    <Dialog
      {...dialog}
      title="Save these filters"
      description={`All users of the workspace see the view. It has the contacts with ${filterText(filter, names)}.`}
    >
      <ViewForm filter={filter} onClose={dialog.onClose} />
    </Dialog>
  );
}

/** A separate component, so that each opening of the dialog starts with an empty field. */
function ViewForm({ filter, onClose }: Omit<SaveViewProps, 'isOpen'>) {
  const client = useQueryClient();
  const form = useForm({
    initial: { name: '', filter },
    schema: newView,
    submit: (body) => unwrap(api.POST('/contact-views', { body })),
    async onSuccess({ name }) {
      onClose();
      showToast(`The view ${name} is saved`);
      await refresh(client, 'contact-views');
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField label="Name" placeholder="Gold leads" autoFocus {...form.field('name')} />
      <FormActions submit="Save view" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
