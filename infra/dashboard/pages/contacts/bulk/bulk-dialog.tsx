import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { messageOf } from '../../../api/errors.ts';
import { refresh } from '../../../api/lists.ts';
import { Button, buttonClass } from '../../../components/button.tsx';
import { TextField } from '../../../components/form/field.tsx';
import { Form } from '../../../components/form/form.tsx';
import type { Option } from '../../../components/form/select.tsx';
import { TagsField } from '../../../components/form/tags-field.tsx';
import { useDraft } from '../../../components/form/use-draft.ts';
import { Notice } from '../../../components/notice.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { CampaignPicker } from '../campaigns/campaign-picker.tsx';
import { type BulkTarget, contactsOf, describeTarget, targetError } from './bulk-target.ts';
import type { BulkAction } from './queries.ts';

interface BulkDialogProps {
  readonly action: BulkAction | undefined;
  readonly target: BulkTarget;
  readonly onClose: () => void;
}

/** The form has no fields for `update`, and the report of an import offers `delete_untouched`. */
const verbs: Readonly<Record<BulkAction, string>> = {
  add_tags: 'Add tags to',
  remove_tags: 'Remove tags from',
  enrol: 'Add to a campaign:',
  remove_from_campaign: 'Remove from a campaign:',
  delete: 'Delete',
  delete_untouched: 'Delete',
  update: 'Change',
};

export function BulkDialog({ action, target, onClose }: BulkDialogProps) {
  return (
    <Dialog
      isOpen={action !== undefined}
      onClose={onClose}
      title={`${action ? verbs[action] : ''} ${describeTarget(target)}`}
      description="The change runs in the background, with a result for each contact."
    >
      {action && <BulkForm action={action} target={target} onClose={onClose} />}
    </Dialog>
  );
}

interface Choices {
  readonly tags: readonly string[];
  readonly campaign: Option | null;
  readonly confirmation: string;
}

function BulkForm({ action, target, onClose }: BulkDialogProps & { readonly action: BulkAction }) {
  const {
    values: choices,
    setValues: setChoices,
    draft,
  } = useDraft<Choices>(
    // Each deletion needs a new confirmation.
    action === 'delete' ? undefined : `contacts.bulk.${action}`,
    { tags: [], campaign: null, confirmation: '' },
  );
  const [choiceError, setChoiceError] = useState<string>();
  const jobCreation = useJobCreation(() => {
    draft.remove();
    onClose();
  });
  const targetProblem = targetError(target, action === 'delete');
  const change = (changes: Partial<Choices>): void => {
    setChoices((before) => ({ ...before, ...changes }));
    setChoiceError(undefined);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const error = choiceErrorOf(action, choices);
    setChoiceError(error);
    if (!error) jobCreation.mutate(toRequest(action, target, choices));
  };
  if (targetProblem) return <Notice tone="warning">{targetProblem}</Notice>;

  return (
    <Form
      draft={draft}
      onSubmit={onSubmit}
      noValidate
      error={jobCreation.error ? messageOf(jobCreation.error) : undefined}
    >
      <BulkFields action={action} choices={choices} error={choiceError} onChange={change} />
      <div className="form-actions">
        <Button onClick={onClose}>Cancel</Button>
        {action === 'enrol' && (
          <Link
            to="/campaigns/new"
            state={{ recipients: { ...contactsOf(target), text: describeTarget(target) } }}
            className={buttonClass()}
          >
            New campaign with these
          </Link>
        )}
        <Button
          type="submit"
          variant={action === 'delete' ? 'danger' : 'primary'}
          isPending={jobCreation.isPending}
        >
          {action === 'delete' ? 'Delete contacts' : 'Start the job'}
        </Button>
      </div>
    </Form>
  );
}

interface BulkFieldsProps {
  readonly action: BulkAction;
  readonly choices: Choices;
  readonly error: string | undefined;
  readonly onChange: (changes: Partial<Choices>) => void;
}

function BulkFields({ action, choices, error, onChange }: BulkFieldsProps) {
  if (action === 'delete') {
    return (
      <>
        <Notice tone="danger" title="The contacts cannot be restored">
          Their sequences stop. Activity is kept under their ids, and addresses that are unsubscribed, bounced
          or blocklisted stay so.
        </Notice>
        <TextField
          label="Type delete to confirm"
          name="typed"
          autoComplete="off"
          value={choices.confirmation}
          error={error}
          onChange={(confirmation) => onChange({ confirmation })}
        />
      </>
    );
  }

  return action === 'enrol' || action === 'remove_from_campaign' ? (
    <CampaignPicker
      value={choices.campaign}
      error={error}
      isEnrolment={action === 'enrol'}
      onChange={(campaign) => onChange({ campaign })}
    />
  ) : (
    <TagsField
      label="Tags"
      name="tags"
      value={choices.tags}
      error={error}
      onChange={(tags) => onChange({ tags })}
    />
  );
}

/** Creates the job and opens its page. */
function useJobCreation(onClose: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();

  return useMutation({
    mutationFn: (body: Schemas['NewBulkJob']) => unwrap(api.POST('/bulk-jobs', { body })),
    async onSuccess({ id }) {
      onClose();
      await refresh(client, 'bulk-jobs');
      await navigate({ to: '/contacts/bulk-jobs/$jobId', params: { jobId: id } });
    },
  });
}

function choiceErrorOf(action: BulkAction, { tags, campaign, confirmation }: Choices): string | undefined {
  if (action === 'delete') return confirmation.trim().toLowerCase() === 'delete' ? undefined : 'Type delete.';
  if (action === 'enrol' || action === 'remove_from_campaign') {
    return campaign === null ? 'Choose a campaign.' : undefined;
  }
  if (tags.length > 10) return 'At most 10 tags in one job.';

  return tags.length === 0 ? 'Type at least one tag.' : undefined;
}

const toRequest = (action: BulkAction, target: BulkTarget, { tags, campaign }: Choices) =>
  ({
    action,
    ...contactsOf(target),
    ...(action.endsWith('_tags') && { tags: [...tags] }),
    ...(campaign && { campaignId: campaign.value }),
  }) as Schemas['NewBulkJob'];
