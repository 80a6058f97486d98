import companyPatch from 'schema:CompanyPatch';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap, type Version } from '../../api/client.ts';
import { refresh } from '../../api/lists.ts';
import { explainOutdated } from '../../api/outdated.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormActions } from '../../components/form.tsx';
import { showToast } from '../../components/toast.tsx';
import { useForm } from '../../components/use-form.ts';
import { customFieldsError } from '../profile/custom-fields.ts';
import { CompanyFields } from './company-fields.tsx';
import { type CompanyValues, toPatch, toValues } from './company-values.ts';
import type { Company } from './queries.ts';

interface EditCompanyProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly company: Version<Company>;
}

export function EditCompany({ isOpen, onClose, company }: EditCompanyProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Edit company" size="large">
      <EditForm onClose={onClose} company={company} />
    </Dialog>
  );
}

function EditForm({ company: { value, etag }, onClose }: Omit<EditCompanyProps, 'isOpen'>) {
  const client = useQueryClient();
  // The values when the dialog opened. Only changed fields are sent, so saving again after a conflict keeps other changes.
  const [initialValues] = useState(() => toValues(value));
  const form = useForm<CompanyValues>({
    initial: initialValues,
    schema: companyPatch,
    // `customFieldsError` checks the custom fields; its messages are clearer than the schema's messages.
    toRequest(values) {
      const { customFields: _unchecked, ...patch } = toPatch(values, initialValues);

      return patch;
    },
    async submit(values) {
      const nameError = customFieldsError(values.customFields);
      if (nameError) throw new Error(nameError);
      await unwrap(
        api.PATCH('/companies/{id}', {
          params: { path: { id: value.id }, ...(etag && { header: { 'If-Match': etag } }) },
          body: toPatch(values, initialValues),
        }),
      ).catch(explainOutdated(client, 'companies', 'detail', value.id));
    },
    async onSuccess() {
      onClose();
      showToast('Company changed');
      await refresh(client, 'companies');
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <CompanyFields form={form} />
      <FormActions submit="Save changes" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
