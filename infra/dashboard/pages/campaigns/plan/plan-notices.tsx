import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { Button } from '../../../components/button.tsx';
import { Notice, type Tone } from '../../../components/notice.tsx';
import { countOf } from '../../../components/number.tsx';
import { showError, showToast } from '../../../components/overlay/toast.tsx';
import { contactQuery } from '../../contacts/queries.ts';
import { nameOf } from '../../names.ts';
import type { Campaign } from '../queries.ts';
import { removeContacts } from '../recipients/actions.ts';
import { planQuery, type SendingPlan } from './plan-query.ts';
import { fieldName, truncationTexts } from './plan-texts.ts';

export interface PlanProps {
  readonly plan: SendingPlan;
  readonly campaign: Campaign;
}

/** What the plan does not contain, and why. */
export function PlanNotices({ plan, campaign }: PlanProps) {
  const texts = truncationTexts(plan);

  return (
    <>
      {texts.length > 0 && (
        <Notice tone="warning" title="The plan is incomplete">
          {texts.join(' ')}
        </Notice>
      )}
      <SharedAccounts campaign={campaign} />
      <PlanWarnings plan={plan} campaign={campaign} />
      <MissingValues plan={plan} campaign={campaign} />
      <KnownContacts plan={plan} campaign={campaign} />
      <SuppressedContacts plan={plan} />
    </>
  );
}

/** In the dialog of a start, beside its `GapsNotice`: what to correct, and which contacts are paused or know the sender. */
export const StartWarnings = ({ plan, ...props }: PlanProps) => (
  <>
    <SharedAccounts campaign={props.campaign} />
    <PlanWarnings
      plan={{ ...plan, warnings: plan.warnings.filter(({ code }) => code !== 'placeholder_text') }}
      {...props}
    />
    <MissingValues plan={plan} {...props} />
    <KnownContacts plan={plan} {...props} />
  </>
);

const activeQuery = queryOptions({
  queryKey: ['campaigns', 'active'],
  async queryFn({ signal }) {
    const query = { status: 'active', limit: 100 } as const;

    return (await unwrap(api.GET('/campaigns', { params: { query }, signal }))).data;
  },
});

/** The plan has only the emails of its campaign. Others that send from the same accounts use the same daily limits. */
function SharedAccounts({ campaign }: Pick<PlanProps, 'campaign'>) {
  const { data = [] } = useQuery(activeQuery);
  const others = data.filter(
    ({ id, emailAccountIds }) =>
      id !== campaign.id && emailAccountIds.some((account) => campaign.emailAccountIds.includes(account)),
  );
  if (others.length === 0) return null;

  return (
    <Notice
      tone="warning"
      title={`${countOf(others.length, 'other active campaign')} ${others.length === 1 ? 'sends' : 'send'} from the same accounts`}
    >
      The plan has only the emails of this campaign. The daily limits apply to all of them together, so its
      emails can be sent later than planned.
      <ul className="plain-list">
        {others.slice(0, shownMax).map(({ id, name }) => (
          <li key={id}>
            <Link to="/campaigns/$campaignId" params={{ campaignId: id }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What to correct before the start. */
const PlanWarnings = ({ plan: { warnings }, campaign }: PlanProps) =>
  warnings.map(({ code, emailAccountIds, stepIds }) => (
    <Notice key={code} tone="warning">
      {code === 'placeholder_text' ? (
        `${emailNames(stepIds, campaign)}: replace the texts in square brackets. Recipients would see them.`
      ) : (
        <>
          {`${countOf(emailAccountIds.length, 'email account')} of this campaign ${emailAccountIds.length === 1 ? 'has' : 'have'} no postal address. Many countries require it in each commercial email: add it to the sender of the account, to your texts, or for all accounts in the `}
          <Link to="/settings/workspace">settings of the workspace</Link>.
        </>
      )}
    </Notice>
  ));

const listFormat = new Intl.ListFormat('en');

/** Such as “Email 1 and Email 3”. */
const emailNames = (stepIds: readonly string[], { steps }: Pick<Campaign, 'steps'>): string =>
  listFormat.format(stepIds.map((id) => `Email ${steps.findIndex((step) => step.id === id) + 1}`));

const shownMax = 5;

function MissingValues({ plan: { missingVariables, counts }, campaign }: PlanProps) {
  const fieldsOf = new Map(missingVariables.map(({ contactId, fields }) => [contactId, fields]));

  return (
    <ContactsNotice
      tone="warning"
      title={`${countOf(counts.missingVariables, 'contact')} without a value that the text requires`}
      ids={[...fieldsOf.keys()]}
      count={counts.missingVariables}
      detailOf={(id) => `: ${(fieldsOf.get(id) ?? []).map((field) => fieldName(field, campaign)).join(', ')}`}
    >
      They are paused when their email is due. Add the values, or give the merge fields a default.
    </ContactsNotice>
  );
}

/** Contacts of other campaigns, and contacts who would get a first email although they know the sender. */
const KnownContacts = ({ plan, campaign }: PlanProps) => (
  <>
    <ContactsNotice
      tone="warning"
      title={`${countOf(plan.counts.activeElsewhere, 'contact')} of another campaign`}
      ids={plan.activeElsewhere}
      count={plan.counts.activeElsewhere}
      actions={
        <Link
          to="/campaigns/$campaignId/edit"
          params={{ campaignId: campaign.id }}
          search={{ section: 'audience' }}
        >
          Allow them
        </Link>
      }
    >
      They get no email of this campaign while another one writes to them.
    </ContactsNotice>
    <ContactsNotice
      tone="warning"
      title={`${countOf(plan.counts.repliedBefore, 'contact')} who replied to an earlier email`}
      ids={plan.repliedBefore}
      count={plan.counts.repliedBefore}
      actions={<RemoveContacts ids={plan.repliedBefore} campaign={campaign} />}
    >
      They get this campaign as if you had never talked.
    </ContactsNotice>
    <ContactsNotice
      tone="warning"
      title={`${countOf(plan.counts.contactedRecently, 'contact')} with an email in the last 7 days`}
      ids={plan.contactedRecently}
      count={plan.counts.contactedRecently}
      actions={<RemoveContacts ids={plan.contactedRecently} campaign={campaign} />}
    >
      Another campaign wrote to them. Start later, or remove them.
    </ContactsNotice>
  </>
);

/** Removes the listed contacts from the campaign, and draws the plan again. */
function RemoveContacts({ ids, campaign }: { readonly ids: readonly string[]; readonly campaign: Campaign }) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removeContacts(campaign.id, ids),
    onError: showError,
    async onSuccess() {
      await Promise.all([
        refresh(client, 'campaigns'),
        client.fetchQuery({ ...planQuery(campaign.id), staleTime: 0 }),
      ]);
      showToast(`${countOf(ids.length, 'contact')} removed from the campaign`);
    },
  });

  return (
    <Button size="small" isPending={removal.isPending} onClick={() => removal.mutate()}>
      {`Remove ${countOf(ids.length, 'contact')}`}
    </Button>
  );
}

const SuppressedContacts = ({ plan: { suppressed, counts } }: { readonly plan: SendingPlan }) => (
  <ContactsNotice
    title={`${countOf(counts.suppressed, 'contact')} unsubscribed, bounced or blocklisted`}
    ids={suppressed}
    count={counts.suppressed}
  >
    No email is sent to them.
  </ContactsNotice>
);

interface ContactsNoticeProps {
  readonly tone?: Tone;
  readonly title: string;
  /** The first contacts. */
  readonly ids: readonly string[];
  /** Of all contacts. */
  readonly count: number;
  /** After the name of a contact. */
  readonly detailOf?: (id: string) => string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A notice about contacts, with the names of the first; nothing without contacts. */
function ContactsNotice({ ids, count, detailOf, children, ...notice }: ContactsNoticeProps) {
  const shownIds = ids.slice(0, shownMax);
  const moreCount = count - shownIds.length;
  if (count === 0) return null;

  return (
    <Notice {...notice}>
      {children}
      <ul className="plain-list">
        {shownIds.map((id) => (
          <li key={id}>
            <ContactLink id={id} />
            {detailOf?.(id)}
          </li>
        ))}
      </ul>
      {moreCount > 0 && `and ${countOf(moreCount, 'more contact')}`}
    </Notice>
  );
}

function ContactLink({ id }: { readonly id: string }) {
  const { data } = useQuery(contactQuery(id));

  return (
    <Link to="/contacts/$contactId" params={{ contactId: id }}>
      {data ? nameOf(data.value) : 'Contact …'}
    </Link>
  );
}
