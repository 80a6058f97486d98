import companyPatch from 'schema:CompanyPatch';
import newCompany from 'schema:NewCompany';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, unwrap, type Version } from '../../api/client.ts';
import { refresh } from '../../api/lists.ts';
import { explainOutdated } from '../../api/outdated.ts';
import { Form, FormActions } from '../../components/form/form.tsx';
import { Dialog, type DialogState } from '../../components/overlay/dialog.tsx';
import { showToast } from '../../components/overlay/toast.tsx';
import { useProfileForm } from '../profile/use-profile-form.ts';
import { CompanyFields } from './company-fields.tsx';
import { emptyCompany, toNewCompany, toPatch, toValues } from './company-values.ts';
import type { Company } from './queries.ts';

export function AddCompany(dialog: DialogState) {
  return (
    <Dialog {...dialog} title="Add a company" size="large">
      <AddForm onClose={dialog.onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useProfileForm({
    draft: 'companies.new',
    initial: emptyCompany,
    schema: newCompany,
    toRequest: toNewCompany,
    send: (body) => unwrap(api.POST('/companies', { body })),
    async onSuccess({ id, name }) {
      onClose();
      showToast(`${name} added`);
      await refresh(client, 'companies');
      await navigate({ to: '/companies/$companyId', params: { companyId: id } });
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <CompanyFields form={form} />
      <FormActions submit="Add company" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}

interface EditCompanyProps extends DialogState {
  readonly company: Version<Company>;
}

export function EditCompany({ company, ...dialog }: EditCompanyProps) {
  return (
    <Dialog {...dialog} title="Edit company" size="large">
      <EditForm onClose={dialog.onClose} company={company} />
    </Dialog>
  );
}

function EditForm({ company: { value, etag }, onClose }: Omit<EditCompanyProps, 'isOpen'>) {
  const client = useQueryClient();
  // Kept from the opening, although `value` is refreshed. Only changed fields are sent, so a save after a conflict keeps other users'
  // changes.
  const [initialValues] = useState(() => toValues(value));
  const form = useProfileForm({
    draft: `companies.${value.id}`,
    initial: initialValues,
    schema: companyPatch,
    toRequest: (values) => toPatch(values, initialValues),
    send: (body) =>
      unwrap(
        api.PATCH('/companies/{id}', {
          params: { path: { id: value.id }, ...(etag && { header: { 'If-Match': etag } }) },
          body,
        }),
      ).catch(explainOutdated(client, 'companies', 'detail', value.id)),
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
