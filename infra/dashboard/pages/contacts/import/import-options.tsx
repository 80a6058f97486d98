import { CheckboxField } from '../../../components/form/field.tsx';
import type { Option } from '../../../components/form/select.tsx';
import { TagsField } from '../../../components/form/tags-field.tsx';
import { CampaignPicker } from '../campaigns/campaign-picker.tsx';
import { enrolmentText } from '../campaigns/refusal-labels.ts';

export interface ImportChoices {
  readonly tags: readonly string[];
  readonly campaign: Option | null;
  readonly isUpdating: boolean;
}

export const initialChoices: ImportChoices = { tags: [], campaign: null, isUpdating: false };

interface ImportOptionsProps {
  readonly value: ImportChoices;
  readonly onChange: (value: ImportChoices) => void;
  /** The contacts are enrolled in a campaign that the user does not choose. */
  readonly isCampaignFixed: boolean;
}

export function ImportOptions({ value, onChange, isCampaignFixed }: ImportOptionsProps) {
  return (
    <div className="form">
      <CheckboxField
        label="Update existing contacts"
        help="Cells that are not empty overwrite the fields of a contact with the same address. Without it, such rows are skipped."
        name="isUpdating"
        value={value.isUpdating}
        onChange={(isUpdating) => onChange({ ...value, isUpdating })}
      />
      <div className="form-row">
        <TagsField
          label="Tags"
          isOptional
          help={
            value.isUpdating
              ? 'Added to all contacts of the file.'
              : 'Added to new contacts. Existing contacts get them with “Update existing contacts”.'
          }
          name="tags"
          value={value.tags}
          onChange={(tags) => onChange({ ...value, tags })}
        />
        {!isCampaignFixed && (
          <CampaignPicker
            isOptional
            isEnrolment
            help={enrolmentText}
            value={value.campaign}
            onChange={(campaign) => onChange({ ...value, campaign })}
          />
        )}
      </div>
    </div>
  );
}
