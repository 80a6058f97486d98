import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { messageOf } from '../../../api/errors.ts';
import { refresh } from '../../../api/lists.ts';
import { Form, FormActions } from '../../../components/form/form.tsx';
import type { Option } from '../../../components/form/select.tsx';
import { useDraft } from '../../../components/form/use-draft.ts';
import { Dialog, type DialogState } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { CampaignPicker } from './campaign-picker.tsx';
import { refusalLabels } from './refusal-labels.ts';

interface EnrolContactProps extends DialogState {
  readonly contact: Schemas['Contact'];
}

export function EnrolContact({ contact, ...dialog }: EnrolContactProps) {
  return (
    <Dialog
      {...dialog}
      title="Add to a campaign"
      description={`${contact.email} receives the emails of the campaign from its first step.`}
    >
      <EnrolForm contact={contact} onClose={dialog.onClose} />
    </Dialog>
  );
}

function EnrolForm({ contact, onClose }: Omit<EnrolContactProps, 'isOpen'>) {
  const client = useQueryClient();
  const {
    values: campaign,
    setValues: setCampaign,
    draft,
  } = useDraft<Option | null>(`contacts.${contact.id}.enrolment`, null);
  const [choiceError, setChoiceError] = useState<string>();
  const enrolment = useMutation({
    async mutationFn(campaignId: string) {
      const params = { path: { id: contact.id } };
      const { enrolment: result } = await unwrap(
        api.PATCH('/contacts/{id}', { params, body: { addCampaignIds: [campaignId] } }),
      );
      const [refused] = result?.notEnrolled ?? [];
      if (refused) throw new Error(`Not added: ${refusalLabels[refused.reason]}.`);
    },
    async onSuccess() {
      draft.remove();
      onClose();
      showToast(`Added to ${campaign?.label ?? 'the campaign'}`);
      await Promise.all([refresh(client, 'contacts'), refresh(client, 'campaigns')]);
    },
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (campaign) enrolment.mutate(campaign.value);
    else setChoiceError('Choose a campaign.');
  };

  return (
    <Form
      draft={draft}
      onSubmit={onSubmit}
      noValidate
      error={enrolment.error ? messageOf(enrolment.error) : undefined}
    >
      <CampaignPicker
        isEnrolment
        value={campaign}
        error={choiceError}
        onChange={(next) => {
          setCampaign(next);
          setChoiceError(undefined);
          enrolment.reset();
        }}
      />
      <FormActions submit="Add to campaign" isPending={enrolment.isPending} onCancel={onClose} />
    </Form>
  );
}
