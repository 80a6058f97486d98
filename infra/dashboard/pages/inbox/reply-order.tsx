import { useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, type RefObject, useContext, useRef } from 'react';
import { type InboxSearch, isEarlier, type ReplySummary } from './queries.ts';

const ReplyOrder = createContext<RefObject<readonly ReplySummary[]>>({ current: [] });

/** Shares the order of the list with the thread beside it. */
export const ReplyOrderProvider = ({ children }: { readonly children: ReactNode }) => (
  <ReplyOrder value={useRef<readonly ReplySummary[]>([])}>{children}</ReplyOrder>
);

/** The replies in the list, in order. The list writes them. */
export const useReplyOrder = (): RefObject<readonly ReplySummary[]> => useContext(ReplyOrder);

interface ReplySteps {
  /** Opens the reply after the given one, or before it with -1. The ends of the list stay open. */
  readonly move: (replyId: string, step: 1 | -1) => void;
  /**
   * Opens the reply after the given one, which leaves the list with the earlier replies of its conversation. Without a next reply, the
   * one before is opened, otherwise the list.
   */
  readonly leave: (reply: ReplySummary) => void;
}

/** Steps through the list as it is now. */
export function useReplySteps(search: InboxSearch): ReplySteps {
  const order = useReplyOrder();
  const navigate = useNavigate();
  const open = (replyId: string): void =>
    void navigate({ to: '/inbox/$replyId', params: { replyId }, search });

  return {
    move(replyId, step) {
      const next = order.current[order.current.findIndex(({ id }) => id === replyId) + step];
      if (next) open(next.id);
    },
    leave(reply) {
      const index = order.current.findIndex(({ id }) => id === reply.id);
      const stays = (other: ReplySummary) => other.id !== reply.id && !isEarlier(other, reply);
      const next =
        order.current.find((other, at) => at > index && stays(other)) ?? order.current.findLast(stays);
      // The list follows later.
      order.current = order.current.filter(stays);
      if (index === -1 || !next) void navigate({ to: '/inbox', search });
      else open(next.id);
    },
  };
}
