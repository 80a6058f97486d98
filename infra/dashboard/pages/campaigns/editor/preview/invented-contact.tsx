import previewRequest from 'schema:SamplePreviewRequest';
import { TextField } from '../../../../components/form/field.tsx';
import { Form, FormActions } from '../../../../components/form/form.tsx';
import { useForm, withoutEmpty } from '../../../../components/form/use-form.ts';
import { validate } from '../../../../components/form/validate.ts';
import { Dialog, type DialogState } from '../../../../components/overlay/dialog.tsx';
import { usePreview } from './preview-context.tsx';
import type { SampleContact } from './recipient.ts';

interface InventedContactProps extends DialogState {
  readonly initial: SampleContact;
  readonly onChoose: (contact: SampleContact) => void;
}

/** A contact that exists only in the preview, to test values that no contact has yet. */
export const InventedContact = ({ isOpen, onClose, ...rest }: InventedContactProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title="Invent a contact"
    description="It is used by the preview only, and stored nowhere. Leave a field empty to see its default."
  >
    <InventedForm onClose={onClose} {...rest} />
  </Dialog>
);

const toContact = ({ companyName, customFields, ...values }: FormValues): SampleContact => ({
  ...withoutEmpty(values),
  email: values.email,
  ...(companyName !== '' && { company: { name: companyName } }),
  customFields: Object.fromEntries(Object.entries(customFields).filter(([, value]) => value !== '')),
});

const formValuesOf = (contact: SampleContact, customNames: readonly string[]) => ({
  email: contact.email,
  firstName: contact.firstName ?? '',
  lastName: contact.lastName ?? '',
  jobTitle: contact.jobTitle ?? '',
  city: contact.city ?? '',
  companyName: contact.company?.name ?? '',
  customFields: Object.fromEntries(
    customNames.map((name) => [name, String(contact.customFields?.[name] ?? '')]),
  ),
});
type FormValues = ReturnType<typeof formValuesOf>;

function InventedForm({ initial, onClose, onChoose }: Omit<InventedContactProps, 'isOpen'>) {
  const customNames = usePreview()
    .mergeFields.filter(({ name }) => name.startsWith('custom.'))
    .map(({ name }) => name.slice('custom.'.length));
  const form = useForm({
    draft: 'campaigns.preview.contact',
    initial: formValuesOf(initial, customNames),
    submit: async (values) => toContact(values),
    onSuccess(contact) {
      onChoose(contact);
      onClose();
    },
  });
  // Validated while the user types. An invalid contact can be used; the preview then shows the errors of the service.
  const errors = validate(previewRequest, { contact: toContact(form.values) });
  const field = (name: string) => ({ ...form.field(name), error: errors[`contact.${name}`] });

  return (
    <Form {...form.formProps}>
      <TextField label="Email address" type="email" {...field('email')} />
      <div className="form-row">
        <TextField label="First name" {...field('firstName')} />
        <TextField label="Last name" {...field('lastName')} />
        <TextField label="Job title" {...field('jobTitle')} />
        <TextField label="City" {...field('city')} />
        <TextField label="Company" {...form.field('companyName')} />
        {customNames.map((name) => (
          <TextField key={name} label={`Custom: ${name}`} {...field(`customFields.${name}`)} />
        ))}
      </div>
      <FormActions submit="Use this contact" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
