import { useNavigate } from '@tanstack/react-router';
import { Notice } from '../../../components/notice.tsx';
import { useEditorContext } from './editor-context.ts';
import { fieldName } from './field-names.ts';
import { usePreview } from './preview/preview-context.tsx';
import { sectionLink, sectionOf } from './section-ids.ts';

/** Every error with a button that leads to its field, also in other sections. */
export function ErrorSummary() {
  const { errors, campaign, draft } = useEditorContext();
  const { selectEmail } = usePreview();
  const navigate = useNavigate();
  const entries = Object.entries(errors);
  if (entries.length === 0) return null;

  const openField = async (path: string): Promise<void> => {
    await navigate(sectionLink(campaign.id, sectionOf(path)));
    const [, step = '', , variant = '0'] = /^steps\[(\d+)\](\.variants\[(\d+)\])?/u.exec(path) ?? [];
    const { key, variants = [] } = draft.steps[Number(step)] ?? {};
    if (step !== '' && key !== undefined) selectEmail(key, variants[Number(variant)]?.key);
    focusField(path);
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

/** A section and its email are drawn within this number of frames. */
const framesMax = 30;

/** Moves the focus to the field or to a part of it; if the page has none, to the closest field that encloses it. */
function focusField(path: string, frame = 1): void {
  const field = fieldAt(path);
  if (field) field.focus();
  else if (frame < framesMax) requestAnimationFrame(() => focusField(path, frame + 1));
  // Without the last part of the path: `steps[0].delay`, `steps[0]`, `steps`.
  else if (path !== '') focusField(path.replace(/(?:\.?\w+|\[\d+\])$/u, ''), framesMax);
}

const fieldAt = (path: string): HTMLElement | null =>
  path === '' ? null : document.querySelector(`[name="${path}"], [name^="${path}."], [name^="${path}["]`);
