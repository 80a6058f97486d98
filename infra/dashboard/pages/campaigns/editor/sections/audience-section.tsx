import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CheckboxField } from '../../../../components/form/field.tsx';
import { type Option, Select } from '../../../../components/form/select.tsx';
import type { FieldBinding } from '../../../../components/form/use-form.ts';
import { useSearchText } from '../../../../components/form/use-search-text.ts';
import { formatNumber } from '../../../../components/number.tsx';
import { Card } from '../../../../components/page/page.tsx';
import { bulkJobQuery } from '../../../contacts/bulk/queries.ts';
import { importQuery } from '../../../contacts/import/queries.ts';
import { nameOf } from '../../../names.ts';
import type { Draft } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';
import { contactSearchQuery } from '../queries.ts';
import { AudienceCount } from './audience-count.tsx';
import { CompaniesField } from './companies-field.tsx';
import { EnrolmentJob } from './enrolment-job.tsx';
import { ImportCard } from './import-card.tsx';
import { MultiCombobox } from './multi-combobox.tsx';
import { TagsField, useContactTags } from './tags-field.tsx';
import { useEnrolledCount } from './use-enrolled-count.ts';

const route = getRouteApi('/app/campaigns/$campaignId/edit');

/** An import or a bulk job that enrols contacts. */
function useEnrolments() {
  const { enrolmentJob } = route.useSearch();
  const [importId, setImportId] = useState<string>();
  const { data: report } = useQuery({ ...importQuery(importId ?? ''), enabled: importId !== undefined });
  const { data: job } = useQuery({
    ...bulkJobQuery(enrolmentJob ?? ''),
    enabled: enrolmentJob !== undefined,
  });
  const processed = (report?.total ?? 0) + (job?.processed ?? 0);

  return { report, job, setImportId, progress: report || job ? processed : undefined };
}

export function AudienceSection() {
  const { campaign, field } = useEditorContext();
  const { report, job, setImportId, progress } = useEnrolments();
  const contacts = useEnrolledCount(campaign, progress);

  return (
    <div className="stack editor-column">
      <Card
        title="Contacts"
        description={
          <>
            Chosen by name. They are enrolled when you save; a draft sends nothing.{' '}
            <Link to="/contacts">Contacts</Link> can be filtered by another campaign and its progress, and
            added from there.
          </>
        }
        actions={
          <Link to="/contacts" search={{ campaignId: campaign.id }} className="number">
            {`${formatNumber(contacts)} enrolled`}
          </Link>
        }
      >
        <div className="stack">
          {job && <EnrolmentJob job={job} />}
          <ContactsField {...field<Draft['addContactIds']>('addContactIds')} />
        </div>
      </Card>
      <ImportCard report={report} onImported={({ importId }) => setImportId(importId)} />
      <AudienceFilter />
      <Card title="Rules">
        <div className="form">
          <CheckboxField
            label="Keep enrolling"
            help="The campaign stays active when all contacts are processed, and enrols contacts that match later."
            {...field<boolean>('continuous')}
          />
          <CheckboxField
            label="Allow contacts of other campaigns"
            help="Otherwise, a contact gets emails of one started campaign at a time."
            {...field<boolean>('allowParallel')}
          />
          <CheckboxField
            label="Allow a second run"
            help="A contact that has finished this campaign can be enrolled in it again."
            {...field<boolean>('allowReentry')}
          />
        </div>
      </Card>
    </div>
  );
}

function ContactsField({ name, value, onChange, error }: FieldBinding<readonly Option[]>) {
  const { search, setText, isSettled } = useSearchText();
  const { data, isFetching } = useQuery(contactSearchQuery(search));

  return (
    <MultiCombobox
      label="Add contacts"
      name={name}
      placeholder="Search by name or address"
      options={(data?.data ?? []).map((contact) => ({ value: contact.id, label: nameOf(contact) }))}
      value={value}
      onChange={onChange}
      onSearch={setText}
      isLoading={isFetching || !isSettled}
      error={error}
    />
  );
}

type Audience = NonNullable<Draft['audience']>;

const emptyAudience: Audience = { tags: [], companyIds: [], match: 'any' };
const matchOptions = [
  { value: 'any', label: 'at least one' },
  { value: 'all', label: 'all' },
] as const;

/** An audience without tags and companies is stored as null. */
function AudienceFilter() {
  const { draft, change, errorUnder } = useEditorContext();
  const suggestions = useContactTags();
  const audience = draft.audience ?? emptyAudience;
  const changeAudience = (changes: Partial<Audience>): void => {
    const next = { ...audience, ...changes };
    const isEmpty = next.tags.length + next.companyIds.length === 0;
    change((before) => ({ ...before, audience: isEmpty ? null : next }));
  };

  return (
    <Card
      title="Matching contacts"
      description="Everyone with these tags or companies, enrolled at the start of the campaign."
    >
      <div className="form">
        <TagsField
          label="Tags"
          name="audience.tags"
          value={audience.tags}
          suggestions={suggestions}
          onChange={(tags) => changeAudience({ tags })}
          error={errorUnder('audience.tags')}
        />
        <CompaniesField
          name="audience.companyIds"
          value={audience.companyIds}
          onChange={(companyIds) => changeAudience({ companyIds })}
          error={errorUnder('audience.companyIds')}
        />
        {audience.tags.length + audience.companyIds.length > 1 && (
          <div className="row">
            A contact must have
            <Select
              size="small"
              aria-label="How many must match"
              options={matchOptions}
              value={audience.match}
              onChange={(match) => changeAudience({ match })}
            />
            of them.
          </div>
        )}
        {draft.audience && <AudienceCount audience={draft.audience} />}
      </div>
    </Card>
  );
}
