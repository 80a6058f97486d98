import { useState } from 'react';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { Form, FormActions } from '../../../components/form.tsx';
import { MailFrame } from '../../../components/mail-frame.tsx';
import { Card, Facts } from '../../../components/page.tsx';
import type { AccountVersion } from './account-detail.tsx';
import { useEditForm } from './edit-dialog.tsx';

export function SenderCard({ account, etag }: AccountVersion) {
  const [isOpen, setOpen] = useState(false);
  const canEdit = useCan('member');
  const { fromName, replyTo, signatureHtml } = account;

  return (
    <Card
      title="Sender"
      actions={
        canEdit && (
          <Button
            size="small"
            className="account-edit"
            aria-label="Edit the sender"
            onClick={() => setOpen(true)}
          >
            Edit
          </Button>
        )
      }
    >
      <Facts
        items={[
          ['Name', fromName],
          ['Replies go to', replyTo ?? account.email],
          [
            'Signature',
            signatureHtml === null ? null : (
              <MailFrame key="signature" title="Signature" html={signatureHtml} />
            ),
          ],
        ]}
      />
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Sender of ${account.email}`}
        size="large"
      >
        <SenderForm account={account} etag={etag} onClose={() => setOpen(false)} />
      </Dialog>
    </Card>
  );
}

function SenderForm({ account, etag, onClose }: AccountVersion & { readonly onClose: () => void }) {
  const form = useEditForm({
    account,
    etag,
    onClose,
    initial: {
      fromName: account.fromName ?? '',
      replyTo: account.replyTo ?? '',
      signatureHtml: account.signatureHtml ?? '',
    },
    toPatch: ({ fromName, replyTo, signatureHtml }) => ({
      fromName: fromName.trim() || null,
      replyTo: replyTo.trim() || null,
      signatureHtml: signatureHtml.trim() || null,
    }),
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField
        label="Name"
        isOptional
        help="Recipients see it beside the address."
        {...form.field('fromName')}
      />
      <TextField
        label="Address for replies"
        isOptional
        type="email"
        help={`By default, replies go to ${account.email}. Replies to another address do not appear in the inbox here.`}
        {...form.field('replyTo')}
      />
      <TextField
        label="Signature"
        isOptional
        rows={6}
        help="HTML. It is reduced to plain formatting when it is saved."
        {...form.field('signatureHtml')}
      />
      {form.values.signatureHtml.trim() !== '' && (
        <MailFrame title="Preview of the signature" html={form.values.signatureHtml} />
      )}
      <FormActions submit="Save sender" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
