import type { Editor } from '@tiptap/react';
import type { FocusEvent } from 'react';
import { ApiError } from '../../../../api/errors.ts';
import { Button } from '../../../../components/button.tsx';
import { TextField } from '../../../../components/form/field.tsx';
import { Form, FormActions } from '../../../../components/form/form.tsx';
import { useForm } from '../../../../components/form/use-form.ts';
import { Dialog } from '../../../../components/overlay/dialog.tsx';
import { isImageAddress, isLinkAddress } from './rich-node.ts';

export type AddressKind = 'link' | 'image';

interface AddressDialogProps {
  readonly editor: Editor;
  /** Undefined while the dialog is closed. */
  readonly kind: AddressKind | undefined;
  readonly onClose: () => void;
}

/** Asks for the address of a link or an image. */
export function AddressDialog({ kind, ...props }: AddressDialogProps) {
  return (
    <Dialog
      isOpen={kind !== undefined}
      onClose={props.onClose}
      title={kind === 'image' ? 'Image' : 'Link'}
      finalFocus={() => props.editor.view.dom}
    >
      {kind === 'image' ? <ImageForm {...props} /> : <LinkForm {...props} />}
    </Dialog>
  );
}

/** Adds the scheme that users omit: `acme.com/offer`. */
const withScheme = (address: string): string =>
  /^[a-z\d-]+(?:\.[a-z\d-]+)+(?:[/?#]|$)/iu.test(address) ? `https://${address}` : address;

/** As the service returns an error of a field, so that the form shows it there. */
const wrongAddress = (message: string): ApiError =>
  new ApiError({
    status: 422,
    code: 'VALIDATION_ERROR',
    message,
    details: [{ path: 'address', rule: 'format', message }],
  });

/** A pasted address replaces the scheme that the field starts with. */
const selectText = ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void => target.select();

function LinkForm({ editor, onClose }: Omit<AddressDialogProps, 'kind'>) {
  const href: unknown = editor.getAttributes('link')['href'];
  const isNewText = editor.state.selection.empty && href === undefined;
  const form = useForm({
    initial: { address: typeof href === 'string' ? href : 'https://', text: '' },
    submit: async ({ address, text }) => {
      const link = withScheme(address.trim());
      if (!isLinkAddress(link)) {
        throw wrongAddress('Start the address with https://, http://, mailto:, tel: or a merge field.');
      }
      const mark = { type: 'link', attrs: { href: link } };
      const chain = editor.chain().extendMarkRange('link');
      if (isNewText) chain.insertContent({ type: 'text', text: text || link, marks: [mark] }).run();
      else chain.setLink({ href: link }).run();
    },
    onSuccess: onClose,
  });
  const remove = (): void => {
    editor.chain().extendMarkRange('link').unsetLink().run();
    onClose();
  };

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField label="Address" {...form.field('address')} autoFocus onFocus={selectText} />
      {isNewText && <TextField label="Text of the link" isOptional {...form.field('text')} />}
      <FormActions submit="Set link" isPending={form.isPending} onCancel={onClose}>
        {href !== undefined && (
          <Button variant="quiet" onClick={remove}>
            Remove link
          </Button>
        )}
      </FormActions>
    </Form>
  );
}

function ImageForm({ editor, onClose }: Omit<AddressDialogProps, 'kind'>) {
  const form = useForm({
    initial: { address: 'https://', alt: '' },
    submit: async ({ address, alt }) => {
      const src = withScheme(address.trim());
      if (!isImageAddress(src))
        throw wrongAddress('Mail programs show only images from an https:// address.');
      editor.chain().setImage({ src, alt }).run();
    },
    onSuccess: onClose,
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField label="Address" {...form.field('address')} autoFocus onFocus={selectText} />
      <TextField
        label="Description"
        help="Mail programs show it until the recipient loads the images."
        {...form.field('alt')}
      />
      <FormActions submit="Insert image" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
