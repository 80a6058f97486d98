import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { MailFrame } from '../../../components/mail-frame.tsx';
import { Facts } from '../../../components/page/page.tsx';
import type { AccountVersion } from '../queries.ts';
import { EditableCard, type EditFormProps, useEditForm } from './editable-card.tsx';

export function SenderCard({ account, etag }: AccountVersion) {
  const { email, fromName, replyTo, signatureHtml, postalAddress } = account;

  return (
    <EditableCard
      title="Sender"
      button={{ text: 'Edit', label: 'Edit the sender' }}
      dialog={{ title: `Sender of ${email}`, size: 'large' }}
      form={(close) => <SenderForm account={account} etag={etag} onClose={close} />}
    >
      <Facts
        items={[
          ['Name', fromName],
          ['Replies go to', replyTo ?? email],
          [
            'Signature',
            signatureHtml === null ? null : (
              <MailFrame key="signature" title="Signature" html={signatureHtml} />
            ),
          ],
          ['Postal address', postalAddress],
        ]}
      />
    </EditableCard>
  );
}

function SenderForm({ account, etag, onClose }: EditFormProps) {
  const form = useEditForm({
    account,
    etag,
    onClose,
    initial: {
      fromName: account.fromName ?? '',
      replyTo: account.replyTo ?? '',
      signatureHtml: account.signatureHtml ?? '',
      postalAddress: account.postalAddress ?? '',
    },
    toPatch: ({ fromName, replyTo, signatureHtml, postalAddress }) => ({
      fromName: fromName.trim() || null,
      replyTo: replyTo.trim() || null,
      signatureHtml: signatureHtml.trim() || null,
      postalAddress: postalAddress.trim() || null,
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
      <TextField
        label="Postal address"
        isOptional
        rows={3}
        help="It is added below the signature. Many countries require it in each commercial email."
        {...form.field('postalAddress')}
      />
      <FormActions submit="Save sender" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
