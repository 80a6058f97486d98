import { useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, type RefObject, useContext, useRef } from 'react';
import type { InboxSearch } from './queries.ts';

const ReplyOrder = createContext<RefObject<readonly string[]>>({ current: [] });

/** Shares the order of the list with the thread beside it. */
export const ReplyOrderProvider = ({ children }: { readonly children: ReactNode }) => (
  <ReplyOrder value={useRef<readonly string[]>([])}>{children}</ReplyOrder>
);

/** The ids of the replies in the list, in order. The list writes them. */
export const useReplyOrder = (): RefObject<readonly string[]> => useContext(ReplyOrder);

/**
 * @returns a function that opens the reply after the given one in the list as it is now. Without a next reply, the one before is
 * opened, otherwise the list.
 */
export function useOpenNext(search: InboxSearch): (replyId: string) => () => void {
  const order = useReplyOrder();
  const navigate = useNavigate();

  return (replyId) => {
    const index = order.current.indexOf(replyId);
    const next = index === -1 ? undefined : (order.current[index + 1] ?? order.current[index - 1]);

    return () =>
      void (next === undefined
        ? navigate({ to: '/inbox', search })
        : navigate({ to: '/inbox/$replyId', params: { replyId: next }, search }));
  };
}
