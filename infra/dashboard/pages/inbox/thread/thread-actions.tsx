import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail, MailOpen, UserX } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '../../../api/session.ts';
import { usePaletteAction } from '../../../app/actions.ts';
import { useShortcut } from '../../../app/shortcuts.ts';
import { IconButton } from '../../../components/button.tsx';
import { showError } from '../../../components/toast.tsx';
import { type Reply, updateReply } from '../queries.ts';
import { LabelMenu } from './label-menu.tsx';
import { Unsubscribe } from './unsubscribe.tsx';

export function ThreadActions({ reply }: { readonly reply: Reply }) {
  const client = useQueryClient();
  const canChange = useCan('member');
  const [isUnsubscribing, setUnsubscribing] = useState(false);
  const { mutate: toggleRead } = useMutation({
    mutationFn: () => updateReply(client, reply.id, { isRead: !reply.isRead }),
    onError: showError,
  });
  useShortcut('u', () => canChange && toggleRead());
  usePaletteAction('Mark as read or unread', toggleRead, canChange);
  usePaletteAction('Unsubscribe the contact', () => setUnsubscribing(true), canChange);
  if (!canChange) return null;

  return (
    <div className="thread-actions">
      <LabelMenu reply={reply} />
      <IconButton
        label={reply.isRead ? 'Mark as unread (u)' : 'Mark as read (u)'}
        icon={reply.isRead ? <Mail /> : <MailOpen />}
        onClick={() => toggleRead()}
      />
      <IconButton label="Unsubscribe the contact" icon={<UserX />} onClick={() => setUnsubscribing(true)} />
      <Unsubscribe reply={reply} isOpen={isUnsubscribing} onClose={() => setUnsubscribing(false)} />
    </div>
  );
}
