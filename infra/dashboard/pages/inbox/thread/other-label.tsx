import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { Form, FormActions } from '../../../components/form.tsx';
import { useForm } from '../../../components/use-form.ts';
import { labelText, toLabel } from '../labels.ts';

interface OtherLabelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdd: (label: string) => Promise<unknown>;
}

export const OtherLabel = ({ isOpen, onClose, onAdd }: OtherLabelProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Add a label">
    <LabelForm onClose={onClose} onAdd={onAdd} />
  </Dialog>
);

function LabelForm({ onClose, onAdd }: Omit<OtherLabelProps, 'isOpen'>) {
  const form = useForm({
    initial: { label: '' },
    schema: { type: 'object', properties: { label: { type: 'string', minLength: 1, maxLength: 50 } } },
    toRequest: ({ label }) => ({ label: toLabel(label) }),
    submit: ({ label }) => onAdd(toLabel(label)),
    onSuccess: onClose,
  });
  const label = toLabel(form.values.label);

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField
        label="Label"
        help={
          label === ''
            ? 'Letters, digits, hyphens and underscores.'
            : `It is stored as ${label} and shown as “${labelText(label)}”.`
        }
        {...form.field('label')}
      />
      <FormActions submit="Add label" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
