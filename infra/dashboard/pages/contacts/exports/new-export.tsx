import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { SelectField } from '../../../components/form/select.tsx';
import { TagsField } from '../../../components/form/tags-field.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog, type DialogState } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { filterText, useFilterNames } from '../filter-text.ts';
import type { ContactFilter } from '../queries.ts';

interface NewExportProps extends DialogState {
  readonly filter: ContactFilter;
}

export function NewExport({ filter, ...dialog }: NewExportProps) {
  const objectNames = useFilterNames(filter);
  const isFiltered = Object.keys(filter).length > 0;

  return (
    <Dialog
      {...dialog}
      title={isFiltered ? 'Export the contacts that match' : 'Export all contacts'}
      description={
        isFiltered
          ? `The file has the contacts with ${filterText(filter, objectNames)}.`
          : 'Set filters in the list first to export fewer contacts.'
      }
    >
      <ExportForm filter={filter} onClose={dialog.onClose} />
    </Dialog>
  );
}

type Format = Schemas['ExportFormat'];

const formats: readonly { readonly value: Format; readonly label: string }[] = [
  { value: 'csv', label: 'CSV, for spreadsheets' },
  { value: 'ndjson', label: 'NDJSON, one contact per line' },
];

interface ExportValues {
  readonly format: Format;
  readonly customFields: readonly string[];
}

function ExportForm({ filter, onClose }: Omit<NewExportProps, 'isOpen'>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<ExportValues>({
    draft: 'exports.new',
    initial: { format: 'csv', customFields: [] },
    submit: ({ format, customFields }) =>
      unwrap(
        api.POST('/exports', {
          body: {
            type: 'contacts',
            format,
            filter,
            ...(format === 'csv' && customFields.length > 0 && { customFields: [...customFields] }),
          },
        }),
      ),
    async onSuccess() {
      onClose();
      showToast('The export has started');
      await refresh(client, 'exports');
      await navigate({ to: '/contacts/exports' });
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <SelectField label="Format" options={formats} {...form.field<Format>('format')} />
      {form.values.format === 'csv' && (
        <TagsField
          label="Custom fields with columns of their own"
          isOptional
          help="All custom fields are in one column as JSON, too."
          placeholder="Name, such as plan"
          {...form.field<readonly string[]>('customFields')}
        />
      )}
      <FormActions submit="Export contacts" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
