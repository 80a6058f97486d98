import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type LucideIcon, Plus, Send, User, Users, Zap } from 'lucide-react';
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

/** Pages that the navigation does not have. */
const furtherPages = [
  { to: '/campaigns/new', label: 'New campaign', icon: Plus },
  { to: '/contacts/import', label: 'Import contacts', icon: Plus },
  { to: '/email-accounts/connect', label: 'Connect an email account', icon: Plus },
  { to: '/contacts/imports', label: 'Imports of contacts', icon: Users },
  { to: '/contacts/exports', label: 'Exports', icon: Users },
] as const;

const pageCommands = [...navigation.flat(), ...furtherPages].map(
  ({ to, label, icon }): Command => ({ id: label, title: label, kind: 'Page', icon, path: to }),
);

const searchMin = 2;

interface Commands {
  readonly commands: readonly Command[];
  /** More campaigns and contacts may match. */
  readonly isSearching: boolean;
}

/** Actions and pages with the text in their title, then campaigns and contacts that start with the text. */
export function useCommands(text: string): Commands {
  const actions = useActions().map(
    ({ title, run }): Command => ({ id: `action ${title}`, title, kind: 'Action', icon: Zap, run }),
  );
  const query = text.trim().toLowerCase();
  const matching = [...actions, ...pageCommands].filter(({ title }) => title.toLowerCase().includes(query));

  const { commands, isSearching } = useSearchResults(text.trim());

  return { commands: [...matching, ...commands], isSearching };
}

function useSearchResults(text: string): Commands {
  const search = useSettled(text);
  const hasSearch = search.length >= searchMin;
  const { data: contacts, isFetching: isFetchingContacts } = useQuery({
    queryKey: ['contacts', 'palette', search],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/contacts', { params: { query: { search, limit: 6 } }, signal })),
    enabled: hasSearch,
    placeholderData: keepPreviousData,
  });
  const { data: campaigns, isFetching: isFetchingCampaigns } = useQuery({
    queryKey: ['campaigns', 'palette', search],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/campaigns', { params: { query: { search, limit: 6 } }, signal })),
    enabled: hasSearch,
    placeholderData: keepPreviousData,
  });
  // After the text was cleared, `search` has its earlier value until the pause ends.
  const isSearching =
    (text !== search && text.length >= searchMin) || isFetchingContacts || isFetchingCampaigns;
  if (!hasSearch || text === '') return { commands: [], isSearching };
  const commands = [
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

  return { commands, isSearching };
}
