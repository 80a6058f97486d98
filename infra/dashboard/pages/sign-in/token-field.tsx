import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import type { FieldBinding } from '../../components/use-form.ts';

interface TokenFieldProps {
  readonly isInLink: boolean;
  readonly label: string;
  readonly field: FieldBinding<string>;
}

/** A text field for a token. If the token is in the link, only its error is shown. */
export function TokenField({ isInLink, label, field }: TokenFieldProps) {
  if (!isInLink) return <TextField label={label} autoComplete="off" {...field} />;

  return field.error ? (
    <Notice tone="danger" title="This link cannot be used">
      {field.error}
    </Notice>
  ) : null;
}
