import { createContext, use } from 'react';
import type { Editor } from './use-editor.ts';

export const EditorContext = createContext<Editor | undefined>(undefined);

/** The editor that the component is part of. */
export function useEditorContext(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('This component is not part of an editor.');

  return editor;
}
