import newCompany from 'schema:NewCompany';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client.ts';
import { refresh } from '../../api/lists.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormActions } from '../../components/form.tsx';
import { showToast } from '../../components/toast.tsx';
import { useForm } from '../../components/use-form.ts';
import { customFieldsError } from '../profile/custom-fields.ts';
import { CompanyFields } from './company-fields.tsx';
import { type CompanyValues, emptyCompany, toNewCompany } from './company-values.ts';

interface AddCompanyProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function AddCompany({ isOpen, onClose }: AddCompanyProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Add a company" size="large">
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<CompanyValues>({
    initial: emptyCompany,
    schema: newCompany,
    // `customFieldsError` checks the custom fields; its messages are clearer than the schema's messages.
    toRequest: (values) => ({ ...toNewCompany(values), customFields: {} }),
    async submit(values) {
      const nameError = customFieldsError(values.customFields);
      if (nameError) throw new Error(nameError);
      const { id, name } = await unwrap(api.POST('/companies', { body: toNewCompany(values) }));
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
