import { useNavigate } from '@tanstack/react-router';
import { Notice } from '../../../components/notice.tsx';
import { useEditorContext } from './editor-context.ts';
import { fieldName } from './field-names.ts';
import { sectionLink, sectionOf } from './section-ids.ts';

/** Every error with a button that leads to its field, also in other sections. */
export function ErrorSummary() {
  const { errors, campaign } = useEditorContext();
  const navigate = useNavigate();
  const entries = Object.entries(errors);
  if (entries.length === 0) return null;

  const openField = async (path: string): Promise<void> => {
    await navigate(sectionLink(campaign.id, sectionOf(path)));
    requestAnimationFrame(() => focusField(path));
  };

  return (
    <Notice
      tone="danger"
      title={entries.length === 1 ? 'One field needs a change' : 'These fields need a change'}
    >
      <ul className="editor-errors">
        {entries.map(([path, message]) => (
          <li key={path}>
            {path !== '' && (
              <button type="button" className="text-button" onClick={() => void openField(path)}>
                {fieldName(path)}
              </button>
            )}{' '}
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Moves the focus to the field, to a part of it, or to the closest field that encloses it. */
function focusField(path: string): void {
  // Each turn removes the last part: `steps[0].delay`, `steps[0]`, `steps`.
  for (let parent = path; parent !== ''; parent = parent.replace(/(?:\.?\w+|\[\d+\])$/u, '')) {
    const field = document.querySelector<HTMLElement>(
      `[name="${parent}"], [name^="${parent}."], [name^="${parent}["]`,
    );
    if (field) {
      field.focus();
      return;
    }
  }
}
