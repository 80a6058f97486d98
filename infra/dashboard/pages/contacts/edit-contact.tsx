import contactPatch from 'schema:ContactPatch';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schemas, unwrap, type Version } from '../../api/client.ts';
import { refresh } from '../../api/lists.ts';
import { explainOutdated } from '../../api/outdated.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormActions } from '../../components/form.tsx';
import type { Option } from '../../components/select.tsx';
import { showToast } from '../../components/toast.tsx';
import { useForm } from '../../components/use-form.ts';
import { customFieldsError } from '../profile/custom-fields.ts';
import { ContactFields } from './contact-fields.tsx';
import { type ContactValues, toPatch, toValues } from './contact-values.ts';

interface EditContactProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly contact: Version<Schemas['Contact']>;
  readonly company: Option | null;
}

export function EditContact({ isOpen, onClose, ...props }: EditContactProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Edit contact" size="large">
      <EditForm onClose={onClose} {...props} />
    </Dialog>
  );
}

function EditForm({ contact: { value, etag }, company, onClose }: Omit<EditContactProps, 'isOpen'>) {
  const client = useQueryClient();
  // The values when the dialog opened. Only changed fields are sent, so saving again after a conflict keeps other changes.
  const [initialValues] = useState(() => toValues(value, company));
  const form = useForm<ContactValues>({
    initial: initialValues,
    schema: contactPatch,
    // `customFieldsError` checks the custom fields; its messages are clearer than the schema's messages.
    toRequest(values) {
      const { customFields: _unchecked, ...patch } = toPatch(values, initialValues);

      return patch;
    },
    async submit(values) {
      const nameError = customFieldsError(values.customFields);
      if (nameError) throw new Error(nameError);
      await unwrap(
        api.PATCH('/contacts/{id}', {
          params: { path: { id: value.id }, ...(etag && { header: { 'If-Match': etag } }) },
          body: toPatch(values, initialValues),
        }),
      ).catch(explainOutdated(client, 'contacts', 'detail', value.id));
    },
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
