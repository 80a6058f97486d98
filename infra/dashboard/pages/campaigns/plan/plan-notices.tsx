import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../../components/notice.tsx';
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
      <SuppressedContacts plan={plan} />
    </>
  );
}

/** In the dialog of a start: what to correct, and how many contacts would be paused. */
export function StartWarnings({ plan }: { readonly plan: SendingPlan }) {
  const { missingVariables } = plan.counts;

  return (
    <>
      <PlanWarnings plan={plan} />
      {missingVariables > 0 && (
        <Notice tone="warning">
          {`${countOf(missingVariables, 'contact')} without a value that the text requires: paused until the value is set.`}
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
  const more = counts.missingVariables - shownMax;
  if (missingVariables.length === 0) return null;

  return (
    <Notice
      tone="warning"
      title={`${countOf(counts.missingVariables, 'contact')} without a value that the text requires`}
    >
      They are paused when their email is due. Add the values, or give the merge fields a default.
      <ul className="plain-list">
        {missingVariables.slice(0, shownMax).map(({ contactId, fields }) => (
          <li key={contactId}>
            <ContactLink id={contactId} />
            {`: ${fields.map((field) => fieldName(field, campaign)).join(', ')}`}
          </li>
        ))}
      </ul>
      {more > 0 && `and ${countOf(more, 'more contact')}`}
    </Notice>
  );
}

function SuppressedContacts({ plan: { suppressed, counts } }: { readonly plan: SendingPlan }) {
  const more = counts.suppressed - shownMax;
  if (suppressed.length === 0) return null;

  return (
    <Notice title={`${countOf(counts.suppressed, 'contact')} without an email`}>
      They are unsubscribed, bounced or blocklisted.
      <ul className="plain-list">
        {suppressed.slice(0, shownMax).map((contactId) => (
          <li key={contactId}>
            <ContactLink id={contactId} />
          </li>
        ))}
      </ul>
      {more > 0 && `and ${countOf(more, 'more contact')}`}
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
