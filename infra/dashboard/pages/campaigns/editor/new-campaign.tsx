import newCampaign from 'schema:NewCampaign';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Combobox } from '../../../components/form/combobox.tsx';
import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import type { Option } from '../../../components/form/select.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { useSearchText } from '../../../components/form/use-search-text.ts';
import { Notice } from '../../../components/notice.tsx';
import { showError } from '../../../components/overlay/toast.tsx';
import { Card, Page } from '../../../components/page/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import type { Recipients } from '../../contacts/bulk/bulk-target.ts';
import { enrolmentText } from '../../contacts/campaigns/refusal-labels.ts';
import { SequenceField } from '../sequences/sequence-field.tsx';
import { type Sequence, toSteps } from '../sequences/sequences.ts';
import { newCampaignOf } from './draft.ts';
import { campaignSearchQuery, campaignVersionQuery } from './queries.ts';
import './editor.css';

const route = getRouteApi('/app/campaigns/new');

/** Creates a draft by its name. The editor sets everything else. */
export function NewCampaign() {
  const { copyOf } = route.useSearch();
  const recipients = useRouterState({ select: ({ location }) => location.state.recipients });
  const { data } = useQuery({ ...campaignVersionQuery(copyOf ?? ''), enabled: copyOf !== undefined });
  const isReady = copyOf === undefined || data !== undefined;

  return (
    <Page
      title="New campaign"
      description="It is saved as a draft. Nothing is sent before you start it."
      parent={<Link to="/campaigns">Campaigns</Link>}
    >
      {!useCan('member') ? (
        <EmptyState title="Your role is viewer">Only members and owners create campaigns.</EmptyState>
      ) : (
        isReady && (
          <div className="stack editor-column">
            {recipients && <Notice title={`With ${recipients.text}`}>{enrolmentText}</Notice>}
            <Card>
              <NewCampaignForm
                key={copyOf}
                recipients={recipients}
                initialSource={data && copyOf ? { value: copyOf, label: data.value.name } : null}
              />
            </Card>
          </div>
        )
      )}
    </Page>
  );
}

interface NewCampaignFormProps {
  readonly initialSource: Option | null;
  readonly recipients: Recipients | undefined;
}

function NewCampaignForm({ initialSource, recipients }: NewCampaignFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [source, setSource] = useState(initialSource);
  const [sequence, setSequence] = useState<Sequence | null>(null);
  const form = useForm({
    draft: 'campaigns.new',
    initial: { name: initialSource ? `${initialSource.label} (copy)`.slice(0, 200) : '' },
    schema: newCampaign,
    submit: async ({ name }) =>
      unwrap(api.POST('/campaigns', { body: { ...(await initialSettings(source, sequence)), name } })),
    async onSuccess({ id }) {
      const jobId = recipients && (await enrol(id, recipients));
      const search = jobId ? { section: 'audience' as const, enrolmentJob: jobId } : {};
      await navigate({
        to: '/campaigns/$campaignId/edit',
        params: { campaignId: id },
        search,
        replace: true,
      });
      await refresh(client, 'campaigns');
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField
        label="Name"
        help="Recipients never see it."
        placeholder="Spring offer"
        autoFocus
        {...form.field('name')}
      />
      {!source && <SequenceField value={sequence} onChange={setSequence} />}
      <SourceField value={source} onChange={setSource} />
      <FormActions submit="Create draft" isPending={form.isPending} />
    </Form>
  );
}

/** The campaign exists then, so an error does not end its creation. @returns the id of the job */
async function enrol(campaignId: string, { text: _, ...contacts }: Recipients): Promise<string | undefined> {
  try {
    const body = { action: 'enrol', campaignId, ...contacts } as const;

    return (await unwrap(api.POST('/bulk-jobs', { body }))).id;
  } catch (error) {
    showError(error);

    return undefined;
  }
}

interface SourceFieldProps {
  readonly value: Option | null;
  readonly onChange: (value: Option | null) => void;
}

function SourceField({ value, onChange }: SourceFieldProps) {
  const { search, setText, isSettled } = useSearchText(value?.label);
  const { data, isFetching } = useQuery(campaignSearchQuery(search));

  return (
    <Combobox
      label="Or copy emails and settings of"
      isOptional
      placeholder="Another campaign"
      help="Contacts are not copied."
      options={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      onSearch={setText}
      isLoading={isFetching || !isSettled}
    />
  );
}

/** The emails and settings of the copied campaign; otherwise the emails of the sequence, and the time zone of the browser. */
async function initialSettings(source: Option | null, sequence: Sequence | null) {
  if (!source) {
    const schedule = { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };

    return { schedule, ...(sequence && { steps: toSteps(sequence) }) };
  }

  return newCampaignOf(await unwrap(api.GET('/campaigns/{id}', { params: { path: { id: source.value } } })));
}
