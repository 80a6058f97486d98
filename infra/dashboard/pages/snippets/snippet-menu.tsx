import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Settings, TextQuote } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Menu, MenuGroup, MenuItem } from '../../components/overlay/menu.tsx';
import { type Snippet, snippetsQuery } from './queries.ts';

interface SnippetsProps {
  readonly onInsert: (text: string) => void;
}

/** A button of a text of an email. */
export function InsertSnippet({ onInsert }: SnippetsProps) {
  const { onChoose, onClosed } = useChosenSnippet(onInsert);
  const query = useQuery(snippetsQuery);

  return (
    <Menu
      onClosed={onClosed}
      trigger={
        <Button size="small" variant="quiet" icon={<TextQuote />}>
          Snippet
        </Button>
      }
    >
      <SnippetItems query={query} onChoose={onChoose} />
    </Menu>
  );
}

/** Inserts the chosen snippet when its menu has closed, because the text gets the focus. */
export function useChosenSnippet(onInsert: (text: string) => void) {
  const chosen = useRef<string>(undefined);

  return {
    onChoose(text: string): void {
      chosen.current = text;
    },
    onClosed(): void {
      if (chosen.current !== undefined) onInsert(chosen.current);
      chosen.current = undefined;
    },
  };
}

interface SnippetItemsProps {
  /** Outside of the menu, because Enter chooses only an item that is there when the menu opens. */
  readonly query: Pick<UseQueryResult<readonly Snippet[]>, 'data' | 'error'>;
  readonly onChoose: (text: string) => void;
}

/** The items of a menu of snippets. */
export function SnippetItems({ query: { data: snippets, error }, onChoose }: SnippetItemsProps) {
  const navigate = useNavigate();
  const isEmpty = snippets?.length === 0;

  return (
    <>
      {snippets && !isEmpty && (
        <MenuGroup label="Snippets of the workspace">
          {snippets.map(({ id, name, text }) => (
            <MenuItem key={id} onSelect={() => onChoose(text)}>
              {name}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {!snippets && (
        <MenuItem disabled onSelect={() => undefined}>
          {error ? 'The snippets cannot be loaded' : 'Loading …'}
        </MenuItem>
      )}
      <MenuItem icon={<Settings />} onSelect={() => void navigate({ to: '/settings/snippets' })}>
        {isEmpty ? 'Add a first snippet' : 'Change snippets'}
      </MenuItem>
    </>
  );
}
