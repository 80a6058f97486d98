import { NumberField, TextField } from '../../components/field.tsx';
import { TagsField } from '../../components/tags-field.tsx';
import type { useForm } from '../../components/use-form.ts';
import type { CustomField } from '../profile/custom-fields.ts';
import { CustomFieldsField } from '../profile/custom-fields-field.tsx';
import type { CompanyValues } from './company-values.ts';

interface CompanyFieldsProps {
  readonly form: ReturnType<typeof useForm<CompanyValues>>;
}

/** The fields to add or edit a company. */
export function CompanyFields({ form }: CompanyFieldsProps) {
  return (
    <>
      <TextField label="Name" autoComplete="off" {...form.field('name')} />
      <div className="form-row">
        <TextField
          label="Domain"
          isOptional
          help="New contacts with this domain are linked to the company."
          placeholder="acme.com"
          autoComplete="off"
          {...form.field('domain')}
        />
        <TextField label="Website" isOptional autoComplete="off" {...form.field('website')} />
      </div>
      <div className="form-row">
        <TextField label="Industry" isOptional autoComplete="off" {...form.field('industry')} />
        <NumberField
          label="Employees"
          isOptional
          min={0}
          max={10_000_000}
          {...form.field<number | null>('employeeCount')}
        />
      </div>
      <div className="form-row">
        <TextField label="City" isOptional autoComplete="off" {...form.field('city')} />
        <TextField
          label="Country code"
          isOptional
          help="Two letters, such as NO."
          autoComplete="off"
          {...form.field('country')}
        />
      </div>
      <div className="form-row">
        <TextField label="Phone" isOptional type="tel" autoComplete="off" {...form.field('phone')} />
        <TextField label="LinkedIn page" isOptional autoComplete="off" {...form.field('linkedinUrl')} />
      </div>
      <TextField label="Description" isOptional rows={3} {...form.field('description')} />
      <TagsField label="Tags" isOptional {...form.field<readonly string[]>('tags')} />
      <CustomFieldsField {...form.field<readonly CustomField[]>('customFields')} />
    </>
  );
}
