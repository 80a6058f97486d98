import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type LucideIcon, Send, User, Zap } from 'lucide-react';
import { api, unwrap } from '../api/client.ts';
import { useSettled } from '../components/form/use-settled.ts';
import { useActions } from '../components/page/actions.ts';
import { navigation } from './navigation.ts';

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly icon: LucideIcon;
  /** The page that the command opens; an action has `run` instead. */
  readonly path?: string;
  readonly run?: () => void;
}

const pageCommands = navigation
  .flat()
  .map(({ to, label, icon }): Command => ({ id: label, title: label, kind: 'Page', icon, path: to }));

/** Actions and pages with the text in their title, then campaigns and contacts that start with the text. */
export function useCommands(text: string): readonly Command[] {
  const actions = useActions().map(
    ({ title, run }): Command => ({ id: `action ${title}`, title, kind: 'Action', icon: Zap, run }),
  );
  const query = text.trim().toLowerCase();
  const matching = [...actions, ...pageCommands].filter(({ title }) => title.toLowerCase().includes(query));

  return [...matching, ...useSearchResults(text.trim())];
}

function useSearchResults(text: string): readonly Command[] {
  const search = useSettled(text);
  const hasSearch = search.length >= 2;
  const { data: contacts } = useQuery({
    queryKey: ['contacts', 'palette', search],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/contacts', { params: { query: { search, limit: 6 } }, signal })),
    enabled: hasSearch,
    placeholderData: keepPreviousData,
  });
  const { data: campaigns } = useQuery({
    queryKey: ['campaigns', 'palette', search],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/campaigns', { params: { query: { search, limit: 6 } }, signal })),
    enabled: hasSearch,
    placeholderData: keepPreviousData,
  });
  // After the text was cleared, `search` has its earlier value until the pause ends.
  if (!hasSearch || text === '') return [];

  return [
    ...(campaigns?.data ?? []).map(({ id, name }) => ({
      id,
      title: name,
      kind: 'Campaign',
      icon: Send,
      path: `/campaigns/${id}`,
    })),
    ...(contacts?.data ?? []).map(({ id, email, firstName, lastName }) => ({
      id,
      title: [firstName, lastName, `<${email}>`].filter(Boolean).join(' '),
      kind: 'Contact',
      icon: User,
      path: `/contacts/${id}`,
    })),
  ];
}
