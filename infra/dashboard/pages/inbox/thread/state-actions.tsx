import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Check, CheckCheck, Inbox, UserPlus } from 'lucide-react';
import type { Schemas } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { KeyMenu } from '../../../components/overlay/key-menu.tsx';
import { MenuItem } from '../../../components/overlay/menu.tsx';
import { showError, showToast, showUndo } from '../../../components/overlay/toast.tsx';
import { usePaletteAction } from '../../../components/page/actions.ts';
import { useShortcut } from '../../../components/page/shortcuts.ts';
import { optionsOf, useUserNames } from '../../names.ts';
import type { ReplySummary } from '../queries.ts';
import { useReplySteps } from '../reply-order.tsx';
import { updateConversation, updateReply } from '../update-reply.ts';

const route = getRouteApi('/app/inbox/$replyId');

interface StateChange {
  readonly change: Schemas['ReplyPatch'];
  readonly message: string;
  /** The reply leaves the folder, so the next one is opened. */
  readonly isLeaving?: boolean;
}

/** Changes the state of a reply, and immediately opens the next one if this one leaves its folder. */
export function useStateChange(reply: ReplySummary): (change: StateChange) => void {
  const client = useQueryClient();
  const { leave } = useReplySteps(route.useSearch());
  const { mutate } = useMutation({
    async mutationFn({ change, message }: StateChange) {
      if (!change.isDone && !change.snoozedUntil) {
        await updateReply(client, reply.id, change);
        showToast(message);

        return;
      }
      const ids = await updateConversation(client, reply, change);
      const reopen = { isDone: false, snoozedUntil: null };
      showUndo(message, () => {
        Promise.all(ids.map((id) => updateReply(client, id, reopen))).catch(showError);
      });
    },
    onError: showError,
  });

  return (stateChange) => {
    mutate(stateChange);
    if (stateChange.isLeaving) leave(reply);
  };
}

/** Marks a reply as done, or opens it again. */
export function DoneButton({ reply }: { readonly reply: ReplySummary }) {
  const changeState = useStateChange(reply);
  const { isDone } = reply;
  const toggle = (): void =>
    changeState(
      isDone
        ? { change: { isDone: false }, message: 'The reply is open again' }
        : { change: { isDone: true }, message: 'The reply is done', isLeaving: true },
    );
  // A key that is held would change the replies that follow, too.
  useShortcut('e', ({ repeat }) => repeat || toggle(), 'Mark as done');
  usePaletteAction(isDone ? 'Open the reply again' : 'Mark as done', toggle);

  return (
    <Button
      icon={isDone ? <Inbox /> : <CheckCheck />}
      title={isDone ? 'Open again (e)' : 'Mark as done (e)'}
      onClick={toggle}
    >
      {isDone ? 'Open again' : 'Done'}
    </Button>
  );
}

export function AssignMenu({ reply }: { readonly reply: ReplySummary }) {
  const changeState = useStateChange(reply);
  const userId = useSession()?.user.id;
  const users = optionsOf(useUserNames() ?? []);
  const sorted = users.toSorted(
    (one, other) => Number(other.value === userId) - Number(one.value === userId),
  );
  const assign = (assigneeId: string | null, name: string): void =>
    changeState({
      change: { assigneeId },
      message: assigneeId === null ? 'The reply is not assigned' : `The reply is assigned to ${name}`,
    });

  return (
    <KeyMenu keys="a" title="Assign" icon={<UserPlus />}>
      {sorted.map(({ value, label }) => (
        <MenuItem
          key={value}
          onSelect={() => assign(value, label)}
          trailing={value === reply.assigneeId && <Check aria-label="Assigned" />}
        >
          {value === userId ? `${label} (me)` : label}
        </MenuItem>
      ))}
      <MenuItem disabled={reply.assigneeId === null} onSelect={() => assign(null, '')}>
        No assignee
      </MenuItem>
    </KeyMenu>
  );
}
