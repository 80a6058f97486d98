import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { NavigateOptions } from '@tanstack/react-router';
import { type LucideIcon, Send, User, Zap } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api, unwrap } from '../api/client.ts';
import { useActions } from './actions.ts';
import { navigation } from './navigation.ts';

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly icon: LucideIcon;
  readonly link?: NavigateOptions;
  readonly run?: () => void;
}

const pages: readonly Command[] = navigation.flat().map(({ to, label, icon }) => ({
  id: label,
  title: label,
  kind: 'Page',
  icon,
  link: { to } as NavigateOptions,
}));

/** The actions of the page, the pages, and the contacts and campaigns that start with the text. */
export function useCommands(text: string): readonly Command[] {
  const actions = useActions().map(
    ({ title, run }): Command => ({ id: `action ${title}`, title, kind: 'Action', icon: Zap, run }),
  );
  const words = text.trim().toLowerCase();
  const matching = [...actions, ...pages].filter(({ title }) => title.toLowerCase().includes(words));

  return [...matching, ...useFound(text.trim())];
}

function useFound(text: string): readonly Command[] {
  const search = useSettled(text);
  const isUsed = search.length >= 2;
  const { data: contacts } = useQuery({
    queryKey: ['contacts', 'palette', search],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/contacts', { params: { query: { search, limit: 6 } }, signal })),
    enabled: isUsed,
    placeholderData: keepPreviousData,
  });
  const { data: campaigns } = useQuery({
    queryKey: ['campaigns', 'palette', search],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/campaigns', { params: { query: { search, limit: 6 } }, signal })),
    enabled: isUsed,
    placeholderData: keepPreviousData,
  });
  if (!isUsed || text === '') return [];

  return [
    ...(campaigns?.data ?? []).map(({ id, name }) => found(id, name, 'Campaign', Send, `/campaigns/${id}`)),
    ...(contacts?.data ?? []).map(({ id, email, firstName, lastName }) =>
      found(
        id,
        [firstName, lastName, `<${email}>`].filter(Boolean).join(' '),
        'Contact',
        User,
        `/contacts/${id}`,
      ),
    ),
  ];
}

const found = (id: string, title: string, kind: string, icon: LucideIcon, to: string): Command => ({
  id,
  title,
  kind,
  icon,
  link: { to } as NavigateOptions,
});

/** The text when typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 200);

    return () => clearTimeout(timer);
  }, [text]);

  return settled;
}
