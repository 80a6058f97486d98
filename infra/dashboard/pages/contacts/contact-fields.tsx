import { Combobox } from '../../components/form/combobox.tsx';
import { TextField } from '../../components/form/field.tsx';
import type { Option } from '../../components/form/select.tsx';
import { TagsField } from '../../components/form/tags-field.tsx';
import type { useForm } from '../../components/form/use-form.ts';
import type { CustomField } from '../profile/custom-fields.ts';
import { CustomFieldsField } from '../profile/custom-fields-field.tsx';
import { CompanyPicker } from './company-picker.tsx';
import type { ContactValues } from './contact-values.ts';

const timeZones: readonly Option[] = Intl.supportedValuesOf('timeZone').map((zone) => ({
  value: zone,
  label: zone,
}));

interface ContactFieldsProps {
  readonly form: ReturnType<typeof useForm<ContactValues>>;
  readonly companyHelp?: string | undefined;
}

export function ContactFields({ form, companyHelp }: ContactFieldsProps) {
  /** Without autofill, because browsers would fill in the data of the user. */
  const textField = (name: string) => ({ ...form.field(name), autoComplete: 'off' });
  const { name: _name, ...timezone } = form.field<Option | null>('timezone');

  return (
    <>
      <TextField label="Email address" type="email" {...textField('email')} />
      <div className="form-row">
        <TextField label="First name" isOptional {...textField('firstName')} />
        <TextField label="Last name" isOptional {...textField('lastName')} />
      </div>
      <div className="form-row">
        <CompanyPicker {...form.field<Option | null>('company')} help={companyHelp} />
        <TextField label="Job title" isOptional {...textField('jobTitle')} />
      </div>
      <div className="form-row">
        <TextField label="Phone" isOptional type="tel" {...textField('phone')} />
        <Combobox label="Time zone" isOptional options={timeZones} {...timezone} />
      </div>
      <div className="form-row">
        <TextField label="City" isOptional {...textField('city')} />
        <TextField
          label="Country code"
          isOptional
          help="Two letters, such as NO."
          {...textField('country')}
        />
      </div>
      <div className="form-row">
        <TextField label="Website" isOptional {...textField('website')} />
        <TextField label="LinkedIn profile" isOptional {...textField('linkedinUrl')} />
      </div>
      <TagsField label="Tags" isOptional {...form.field<readonly string[]>('tags')} />
      <CustomFieldsField {...form.field<readonly CustomField[]>('customFields')} />
    </>
  );
}
