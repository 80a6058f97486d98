import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Notice, type Tone } from '../../../components/notice.tsx';
import { countOf } from '../../../components/number.tsx';
import { contactQuery } from '../../contacts/queries.ts';
import { nameOf } from '../../names.ts';
import type { Campaign } from '../queries.ts';
import type { SendingPlan } from './plan-query.ts';
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
      <PlanWarnings plan={plan} />
      <MissingValues plan={plan} campaign={campaign} />
      <RepliedContacts plan={plan} />
      <SuppressedContacts plan={plan} />
    </>
  );
}

/** In the dialog of a start: what to correct, and how many contacts would be paused. */
export function StartWarnings({ plan }: { readonly plan: SendingPlan }) {
  const { missingVariables, repliedBefore } = plan.counts;

  return (
    <>
      <PlanWarnings plan={plan} />
      {missingVariables > 0 && (
        <Notice tone="warning">
          {`${countOf(missingVariables, 'contact')} without a value that the text requires: paused until the value is set.`}
        </Notice>
      )}
      {repliedBefore > 0 && (
        <Notice tone="warning" title={repliedTitle(repliedBefore)}>
          They get this campaign as if you had never talked. The dry run lists them.
        </Notice>
      )}
    </>
  );
}

/** What to correct before the start. */
function PlanWarnings({ plan: { warnings } }: { readonly plan: SendingPlan }) {
  return warnings.map(({ code, emailAccountIds }) => (
    <Notice key={code} tone="warning">
      {`${countOf(emailAccountIds.length, 'email account')} of this campaign ${emailAccountIds.length === 1 ? 'has' : 'have'} no postal address. Many countries require it in each commercial email: add it in the settings of the workspace, to the sender of the account, or to your texts.`}
    </Notice>
  ));
}

const shownMax = 10;

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

const repliedTitle = (count: number): string =>
  `${countOf(count, 'contact')} who replied to an earlier email`;

const RepliedContacts = ({ plan: { repliedBefore, counts } }: { readonly plan: SendingPlan }) => (
  <ContactsNotice
    tone="warning"
    title={repliedTitle(counts.repliedBefore)}
    ids={repliedBefore}
    count={counts.repliedBefore}
  >
    They get this campaign as if you had never talked. Remove the contacts of open conversations.
  </ContactsNotice>
);

const SuppressedContacts = ({ plan: { suppressed, counts } }: { readonly plan: SendingPlan }) => (
  <ContactsNotice
    title={`${countOf(counts.suppressed, 'contact')} without an email`}
    ids={suppressed}
    count={counts.suppressed}
  >
    They are unsubscribed, bounced or blocklisted.
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
  readonly children: ReactNode;
}

/** A notice about contacts, with the names of the first; nothing without contacts. */
function ContactsNotice({ tone, title, ids, count, detailOf, children }: ContactsNoticeProps) {
  const shownIds = ids.slice(0, shownMax);
  const moreCount = count - shownIds.length;
  if (count === 0) return null;

  return (
    <Notice tone={tone} title={title}>
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
