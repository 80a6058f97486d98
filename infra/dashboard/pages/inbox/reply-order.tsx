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

interface ReplySteps {
  /** Opens the reply after the given one, or before it with -1. The ends of the list stay open. */
  readonly move: (replyId: string, step: 1 | -1) => void;
  /** Opens the reply after the given one, which leaves the list. Without a next reply, the one before is opened, otherwise the list. */
  readonly leave: (replyId: string) => void;
}

/** Steps through the list as it is now. */
export function useReplySteps(search: InboxSearch): ReplySteps {
  const order = useReplyOrder();
  const navigate = useNavigate();
  const open = (replyId: string): void =>
    void navigate({ to: '/inbox/$replyId', params: { replyId }, search });

  return {
    move(replyId, step) {
      const next = order.current[order.current.indexOf(replyId) + step];
      if (next !== undefined) open(next);
    },
    leave(replyId) {
      const index = order.current.indexOf(replyId);
      const next = index === -1 ? undefined : (order.current[index + 1] ?? order.current[index - 1]);
      // The list follows later.
      order.current = order.current.filter((id) => id !== replyId);
      if (next === undefined) void navigate({ to: '/inbox', search });
      else open(next);
    },
  };
}
