import { Menu } from '@base-ui/react/menu';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Plus, Tags } from 'lucide-react';
import { useRef, useState } from 'react';
import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog, type DialogState } from '../../../components/overlay/dialog.tsx';
import { KeyMenu } from '../../../components/overlay/key-menu.tsx';
import { MenuItem } from '../../../components/overlay/menu.tsx';
import { showError } from '../../../components/overlay/toast.tsx';
import { commonLabels, labelsMax, labelText, toLabel } from '../labels.ts';
import type { ReplySummary } from '../queries.ts';
import { updateReply } from '../update-reply.ts';

/** Labels of a reply; `l` opens the menu. */
export function LabelMenu({ reply }: { readonly reply: ReplySummary }) {
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  // Removed labels stay in the menu, so that they can be added again.
  const shownLabels = useRef(new Set<string>(commonLabels));
  for (const label of reply.labels) shownLabels.current.add(label);
  const { mutateAsync, mutate } = useMutation({
    mutationFn: (labels: readonly string[]) => updateReply(client, reply.id, { labels: [...labels] }),
    onError: showError,
  });
  const toggleLabel = (label: string): void =>
    mutate(
      reply.labels.includes(label)
        ? reply.labels.filter((other) => other !== label)
        : [...reply.labels, label],
    );

  return (
    <>
      <KeyMenu keys="l" title="Labels" icon={<Tags />}>
        {[...shownLabels.current].map((label) => (
          <Menu.CheckboxItem
            key={label}
            className="menu-item"
            checked={reply.labels.includes(label)}
            disabled={!reply.labels.includes(label) && reply.labels.length >= labelsMax}
            onCheckedChange={() => toggleLabel(label)}
          >
            <span>{labelText(label)}</span>
            <Menu.CheckboxItemIndicator className="label-check">
              <Check aria-hidden="true" />
            </Menu.CheckboxItemIndicator>
          </Menu.CheckboxItem>
        ))}
        <MenuItem
          icon={<Plus />}
          onSelect={() => setAdding(true)}
          disabled={reply.labels.length >= labelsMax}
        >
          Other label
        </MenuItem>
      </KeyMenu>
      <OtherLabel
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onAdd={(label) => mutateAsync([...reply.labels, label])}
      />
    </>
  );
}

interface OtherLabelProps extends DialogState {
  readonly onAdd: (label: string) => Promise<unknown>;
}

const OtherLabel = ({ isOpen, onClose, onAdd }: OtherLabelProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Add a label">
    <LabelForm onClose={onClose} onAdd={onAdd} />
  </Dialog>
);

function LabelForm({ onClose, onAdd }: Omit<OtherLabelProps, 'isOpen'>) {
  const form = useForm({
    draft: 'replies.label',
    initial: { label: '' },
    schema: { type: 'object', properties: { label: { type: 'string', minLength: 1, maxLength: 50 } } },
    toRequest: ({ label }) => ({ label: toLabel(label) }),
    submit: ({ label }) => onAdd(toLabel(label)),
    onSuccess: onClose,
  });
  const label = toLabel(form.values.label);

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField
        label="Label"
        help={
          label === ''
            ? 'Letters, digits, hyphens and underscores.'
            : `It is stored as ${label} and shown as “${labelText(label)}”.`
        }
        {...form.field('label')}
      />
      <FormActions submit="Add label" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
