import newContact from 'schema:NewContact';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client.ts';
import { refresh } from '../../api/lists.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormActions } from '../../components/form.tsx';
import { showToast } from '../../components/toast.tsx';
import { useForm } from '../../components/use-form.ts';
import { customFieldsError } from '../profile/custom-fields.ts';
import { ContactFields } from './contact-fields.tsx';
import { emptyContact, toNewContact } from './contact-values.ts';

interface AddContactProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function AddContact({ isOpen, onClose }: AddContactProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add a contact"
      description="An address belongs to at most one contact."
      size="large"
    >
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

/** A separate component, so that each opening of the dialog starts with empty fields. */
function AddForm({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initial: emptyContact,
    schema: newContact,
    // `customFieldsError` checks the custom fields; its messages are clearer than the schema's messages.
    toRequest: (values) => ({ ...toNewContact(values), customFields: {} }),
    async submit(values) {
      const nameError = customFieldsError(values.customFields);
      if (nameError) throw new Error(nameError);

      return unwrap(api.POST('/contacts', { body: toNewContact(values) }));
    },
    async onSuccess(contact: { readonly id: string; readonly email: string }) {
      onClose();
      showToast(`${contact.email} added`);
      await Promise.all([refresh(client, 'contacts'), refresh(client, 'companies')]);
      await navigate({ to: '/contacts/$contactId', params: { contactId: contact.id } });
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <ContactFields
        form={form}
        companyHelp="Without a choice, the company with the domain of the address is used."
      />
      <FormActions submit="Add contact" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
