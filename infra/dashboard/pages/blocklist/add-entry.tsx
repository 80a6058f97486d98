import newEntry from 'schema:NewBlocklistEntry';
import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { refresh } from '../../api/lists.ts';
import { TextField } from '../../components/form/field.tsx';
import { Form, FormActions } from '../../components/form/form.tsx';
import { useForm, withoutEmpty } from '../../components/form/use-form.ts';
import { Dialog, type DialogState } from '../../components/overlay/dialog.tsx';
import { showToast } from '../../components/overlay/toast.tsx';

export function AddEntry(dialog: DialogState) {
  return (
    <Dialog
      {...dialog}
      title="Block an address or a domain"
      description="Contacts with this address or domain receive no further emails of campaigns."
    >
      <EntryForm onClose={dialog.onClose} />
    </Dialog>
  );
}

/** A separate component, so that each opening of the dialog starts with empty fields. */
function EntryForm({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    draft: 'blocklist.new',
    initial: { value: '', note: '' },
    schema: newEntry,
    submit: ({ value, note }) =>
      unwrap(api.POST('/blocklist', { body: { value, ...withoutEmpty({ note }) } })),
    async onSuccess(entry) {
      onClose();
      showToast(`${entry.value} is blocked`);
      await Promise.all([refresh(client, 'blocklist'), refresh(client, 'contacts')]);
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField
        label="Address or domain"
        help="A domain covers its subdomains."
        placeholder="acme.com"
        {...form.field('value')}
      />
      <TextField label="Note" isOptional rows={3} {...form.field('note')} />
      <FormActions submit="Block" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
