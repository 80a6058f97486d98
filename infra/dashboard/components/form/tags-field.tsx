import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../button.tsx';
import { FieldFrame, type FieldProps } from './field.tsx';
import './tags-field.css';

interface TagsFieldProps extends FieldProps<readonly string[]> {
  readonly placeholder?: string | undefined;
}

/** A list of short texts: Enter or a comma adds the typed text, Backspace removes the last one. */
export function TagsField({
  label,
  help,
  isOptional,
  error,
  value,
  onChange,
  placeholder = 'Type and press Enter',
}: TagsFieldProps) {
  const [text, setText] = useState('');
  const add = (): void => {
    const addedTags = text
      .split(',')
      .map((addedTag) => addedTag.trim())
      .filter((addedTag) => addedTag !== '');
    if (addedTags.length > 0) onChange([...new Set([...value, ...addedTags])]);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isAdding = event.key === ',' || (event.key === 'Enter' && text.trim() !== '');
    if (isAdding) {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1));
  };

  return (
    <FieldFrame label={label} help={help} error={error} isOptional={isOptional}>
      {(control) => (
        <div className="input tags-field">
          {value.map((tag) => (
            <span key={tag} className="tags-field-tag">
              {tag}
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove ${tag}`}
                icon={<X />}
                onClick={() => onChange(value.filter((other) => other !== tag))}
              />
            </span>
          ))}
          <input
            className="tags-field-input"
            value={text}
            placeholder={value.length === 0 ? placeholder : ''}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={add}
            {...control}
          />
        </div>
      )}
    </FieldFrame>
  );
}
