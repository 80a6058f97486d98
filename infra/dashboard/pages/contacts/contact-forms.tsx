import contactPatch from 'schema:ContactPatch';
import newContact from 'schema:NewContact';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Schemas, unwrap, type Version } from '../../api/client.ts';
import { refresh } from '../../api/lists.ts';
import { explainOutdated } from '../../api/outdated.ts';
import { Form, FormActions } from '../../components/form/form.tsx';
import type { Option } from '../../components/form/select.tsx';
import { Dialog, type DialogState } from '../../components/overlay/dialog.tsx';
import { showToast } from '../../components/overlay/toast.tsx';
import { useProfileForm } from '../profile/use-profile-form.ts';
import { ContactFields } from './contact-fields.tsx';
import { emptyContact, toNewContact, toPatch, toValues } from './contact-values.ts';

export function AddContact(dialog: DialogState) {
  return (
    <Dialog
      {...dialog}
      title="Add a contact"
      description="An address belongs to at most one contact."
      size="large"
    >
      <AddForm onClose={dialog.onClose} />
    </Dialog>
  );
}

/** A separate component, so that each opening of the dialog starts with empty fields. */
function AddForm({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useProfileForm({
    draft: 'contacts.new',
    initial: emptyContact,
    schema: newContact,
    toRequest: toNewContact,
    send: (body) => unwrap(api.POST('/contacts', { body })),
    async onSuccess({ id, email }) {
      onClose();
      showToast(`${email} added`);
      await Promise.all([refresh(client, 'contacts'), refresh(client, 'companies')]);
      await navigate({ to: '/contacts/$contactId', params: { contactId: id } });
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

interface EditContactProps extends DialogState {
  readonly contact: Version<Schemas['Contact']>;
  readonly company: Option | null;
}

export function EditContact({ contact, company, ...dialog }: EditContactProps) {
  return (
    <Dialog {...dialog} title="Edit contact" size="large">
      <EditForm onClose={dialog.onClose} contact={contact} company={company} />
    </Dialog>
  );
}

function EditForm({ contact: { value, etag }, company, onClose }: Omit<EditContactProps, 'isOpen'>) {
  const client = useQueryClient();
  // The values when the dialog opened. Only changed fields are sent, so a save after a conflict keeps other users' changes.
  const [initialValues] = useState(() => toValues(value, company));
  const form = useProfileForm({
    draft: `contacts.${value.id}`,
    initial: initialValues,
    schema: contactPatch,
    toRequest: (values) => toPatch(values, initialValues),
    send: (body) =>
      unwrap(
        api.PATCH('/contacts/{id}', {
          params: { path: { id: value.id }, ...(etag && { header: { 'If-Match': etag } }) },
          body,
        }),
      ).catch(explainOutdated(client, 'contacts', 'detail', value.id)),
    async onSuccess() {
      onClose();
      showToast('Contact changed');
      await Promise.all([refresh(client, 'contacts'), refresh(client, 'companies')]);
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <ContactFields form={form} />
      <FormActions submit="Save changes" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
