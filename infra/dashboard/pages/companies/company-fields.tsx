import { NumberField, TextField } from '../../components/form/field.tsx';
import { TagsField } from '../../components/form/tags-field.tsx';
import type { useForm } from '../../components/form/use-form.ts';
import type { CustomField } from '../profile/custom-fields.ts';
import { CustomFieldsField } from '../profile/custom-fields-field.tsx';
import type { CompanyValues } from './company-values.ts';

type CompanyForm = ReturnType<typeof useForm<CompanyValues>>;

export function CompanyFields({ form }: { readonly form: CompanyForm }) {
  /** Without autofill, because browsers would fill in the data of the user. */
  const textField = (name: string) => ({ ...form.field(name), autoComplete: 'off' });

  return (
    <>
      <TextField label="Name" {...textField('name')} />
      <div className="form-row">
        <TextField
          label="Domain"
          isOptional
          help="New contacts with this domain are linked to the company."
          placeholder="acme.com"
          {...textField('domain')}
        />
        <TextField label="Website" isOptional {...textField('website')} />
      </div>
      <div className="form-row">
        <TextField label="Industry" isOptional {...textField('industry')} />
        <NumberField
          label="Employees"
          isOptional
          min={0}
          max={10_000_000}
          {...form.field<number | null>('employeeCount')}
        />
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
        <TextField label="Phone" isOptional type="tel" {...textField('phone')} />
        <TextField label="LinkedIn page" isOptional {...textField('linkedinUrl')} />
      </div>
      <TextField label="Description" isOptional rows={3} {...form.field('description')} />
      <TagsField label="Tags" isOptional {...form.field<readonly string[]>('tags')} />
      <CustomFieldsField {...form.field<readonly CustomField[]>('customFields')} />
    </>
  );
}
