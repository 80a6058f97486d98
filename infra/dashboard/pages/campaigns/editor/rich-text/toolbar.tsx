import { type Editor, useEditorState } from '@tiptap/react';
import { Bold, Image, Italic, Link, List, ListOrdered } from 'lucide-react';
import { IconButton } from '../../../../components/button.tsx';
import type { AddressKind } from './address-dialog.tsx';

interface ToolbarProps {
  readonly editor: Editor;
  readonly onAddress: (kind: AddressKind) => void;
}

/** The formats of the selection. They return the focus to the text. */
export function Toolbar({ editor, onAddress }: ToolbarProps) {
  const active = useEditorState({
    editor,
    selector: () =>
      Object.fromEntries(
        ['bold', 'italic', 'link', 'bulletList', 'orderedList'].map((name) => [name, editor.isActive(name)]),
      ),
  });
  const chain = () => editor.chain().focus();
  const actions = [
    { name: 'bold', label: 'Bold', icon: <Bold />, keys: 'Control+B', run: () => chain().toggleBold().run() },
    {
      name: 'italic',
      label: 'Italic',
      icon: <Italic />,
      keys: 'Control+I',
      run: () => chain().toggleItalic().run(),
    },
    { name: 'link', label: 'Link', icon: <Link />, keys: 'Control+K', run: () => onAddress('link') },
    { name: 'bulletList', label: 'Bullet list', icon: <List />, run: () => chain().toggleBulletList().run() },
    {
      name: 'orderedList',
      label: 'Numbered list',
      icon: <ListOrdered />,
      run: () => chain().toggleOrderedList().run(),
    },
  ];

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame.
    <div className="rich-tools" role="group" aria-label="Format">
      {actions.map(({ name, label, icon, keys, run }) => (
        <IconButton
          key={name}
          size="small"
          label={label}
          icon={icon}
          aria-pressed={active[name]}
          aria-keyshortcuts={keys}
          onClick={run}
        />
      ))}
      <IconButton size="small" label="Image" icon={<Image />} onClick={() => onAddress('image')} />
    </div>
  );
}
