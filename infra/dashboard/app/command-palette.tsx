import { Dialog } from '@base-ui/react/dialog';
import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { countOf } from '../components/number.tsx';
import { useReturnFocus } from '../components/overlay/use-return-focus.ts';
import { type Command, useCommands } from './commands.ts';
import './command-palette.css';

// biome-ignore lint/style/noDefaultExport: React's `lazy` takes the default export.
export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const { commands, isSearching } = useCommands(text);
  const id = useId();
  const router = useRouter();
  const returnFocus = useReturnFocus(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other text has other commands.
  useEffect(() => setActiveIndex(0), [text]);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    if (command.run) command.run();
    else if (command.path) void router.navigate({ to: command.path });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActiveIndex((before) => (before + step + commands.length) % Math.max(commands.length, 1));
    else if (event.key === 'Enter') run(commands[activeIndex]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label="Command palette" finalFocus={returnFocus}>
          <div className="palette-input">
            <Search aria-hidden="true" />
            <input
              role="combobox"
              aria-expanded="true"
              aria-controls={id}
              aria-activedescendant={commands.length > 0 ? `${id}-${activeIndex}` : undefined}
              aria-label="Search pages, contacts, campaigns and actions"
              placeholder="Search pages, contacts, campaigns and actions"
              value={text}
              maxLength={100}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={onKeyDown}
            />
            <kbd>Esc</kbd>
          </div>
          <p className="palette-empty" role="status">
            {commands.length === 0 && (isSearching ? 'Searching …' : 'Nothing matches.')}
            {commands.length > 0 && text !== '' && (
              <span className="visually-hidden">{countOf(commands.length, 'result')}</span>
            )}
          </p>
          <CommandList {...{ id, commands, activeIndex, setActiveIndex, run }} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface CommandListProps {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly activeIndex: number;
  readonly setActiveIndex: (index: number) => void;
  readonly run: (command: Command) => void;
}

function CommandList({ id, commands, activeIndex, setActiveIndex, run }: CommandListProps) {
  return (
    <div role="listbox" id={id} aria-label="Commands" className="palette-list">
      {commands.map((command, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys.
        <div
          key={command.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          className="palette-option"
          ref={(option) => {
            if (index === activeIndex) option?.scrollIntoView({ block: 'nearest' });
          }}
          onMouseMove={() => setActiveIndex(index)}
          onClick={() => run(command)}
        >
          <command.icon aria-hidden="true" />
          <span className="ellipsis">{command.title}</span>
          <span className="muted">{command.kind}</span>
        </div>
      ))}
    </div>
  );
}
