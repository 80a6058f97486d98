import {
  type AnyExtension,
  type Editor,
  Extension,
  type KeyboardShortcutCommand,
  type NodeConfig,
} from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { NodeSelection } from '@tiptap/pm/state';
import { StarterKit } from '@tiptap/starter-kit';
import { MergeField } from './merge-field-node.ts';
import { isLinkAddress, isWholeAddress } from './rich-node.ts';

const itemOfLists: Partial<NodeConfig> = {
  // More paragraphs of an item have other distances in each mail program.
  content: 'paragraph (bulletList | orderedList)*',
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      // Tab leaves the text without a change of the list.
      'Mod-]': () => this.editor.commands.sinkListItem(this.name),
      'Mod-[': () => this.editor.commands.liftListItem(this.name),
    };
  },
};

/** Formats that all mail programs show alike. */
const Formats = StarterKit.extend({
  addExtensions() {
    const extensions: AnyExtension[] = this.parent?.() ?? [];

    return extensions.map((extension) =>
      extension.name === 'listItem' ? extension.extend(itemOfLists) : extension,
    );
  },
}).configure({
  blockquote: false,
  code: false,
  codeBlock: false,
  heading: false,
  horizontalRule: false,
  strike: false,
  underline: false,
  // It would change a body that ends with a list.
  trailingNode: false,
  link: {
    openOnClick: false,
    autolink: true,
    shouldAutoLink: isWholeAddress,
    isAllowedUri: isLinkAddress,
    HTMLAttributes: { target: null, rel: null },
  },
});

/** The page loads no images of other servers, so their place has their description. */
const EmailImage = Image.extend({
  addInputRules: () => [],
  renderHTML: ({ node: { attrs } }) => {
    const name = String(attrs['alt'] || attrs['src']);

    return ['span', { class: 'email-image', role: 'img', 'aria-label': `Image: ${name}` }, name];
  },
}).configure({ inline: true });

interface Keys {
  readonly editLink: () => void;
  readonly editField: () => void;
}

export const extensionsOf = ({ editLink, editField }: Keys): AnyExtension[] => [
  Formats,
  EmailImage,
  MergeField,
  Extension.create({
    name: 'keys',
    // Before the keys of paragraphs.
    priority: 1000,
    addKeyboardShortcuts: () => ({
      'Mod-k': handleKey(() => true, editLink),
      Enter: handleKey(isFieldSelected, editField),
    }),
  }),
];

/** @returns a handler that leaves the key to others unless it applies */
const handleKey =
  (applies: (editor: Editor) => boolean, run: () => void): KeyboardShortcutCommand =>
  ({ editor }) => {
    if (!applies(editor)) return false;
    run();

    return true;
  };

const isFieldSelected = ({ state: { selection } }: Editor): boolean =>
  selection instanceof NodeSelection && selection.node.type.name === 'mergeField';
