import { Dialog } from '../components/overlay/dialog.tsx';
import { hasSingleKeys, keyLabel, useShortcuts } from '../components/page/shortcuts.ts';
import './shortcut-list.css';

/** The keys of the page that is open. */
// biome-ignore lint/style/noDefaultExport: React's `lazy` takes the default export.
export default function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      <dl className="shortcuts">
        {useShortcuts().map(({ keys, title }) => (
          <div key={`${keys} ${title}`}>
            <dt>{title}</dt>
            <dd>
              <kbd>{keyLabel(keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        {hasSingleKeys()
          ? 'The menu of the user turns the keys off that work without another key.'
          : 'Only keys with another key work. The menu of the user turns the others on.'}
      </p>
    </Dialog>
  );
}
