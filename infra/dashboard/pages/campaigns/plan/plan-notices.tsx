import { Link } from '@tanstack/react-router';
import { Notice } from '../../../components/notice.tsx';
import { countOf, formatNumber } from '../../../components/number.tsx';
import { useContactNames } from '../contact-names.ts';
import type { Campaign } from '../queries.ts';
import type { SendingPlan } from './plan-query.ts';

/** The API lists at most this many contacts. */
const listMax = 100;
/** A plan covers at most this many contacts. */
const contactsMax = 1000;

export interface PlanProps {
  readonly plan: SendingPlan;
  readonly campaign: Campaign;
}

/** What the plan does not contain, and why. */
export function PlanNotices({ plan, campaign }: PlanProps) {
  return (
    <>
      {plan.truncated && <Notice tone="warning">{truncationText(plan, campaign)}</Notice>}
      <PlanWarnings plan={plan} />
      <MissingValues plan={plan} campaign={campaign} />
      {plan.suppressed.length > 0 && (
        <Notice>
          {`${contactCountText(plan.suppressed.length)} are unsubscribed, bounced or blocklisted and receive no email.`}
        </Notice>
      )}
    </>
  );
}

/** What to correct before the start. */
export function PlanWarnings({ plan: { warnings } }: { readonly plan: SendingPlan }) {
  return warnings.map(({ code, emailAccountIds }) => (
    <Notice key={code} tone="warning">
      {`${countOf(emailAccountIds.length, 'email account')} of this campaign ${emailAccountIds.length === 1 ? 'has' : 'have'} no postal address. Many countries require it in each commercial email: add it in the settings of the workspace, to the sender of the account, or to your texts.`}
    </Notice>
  ));
}

function truncationText(
  { missingVariables, suppressed }: SendingPlan,
  { stats, sendingStatus }: Campaign,
): string {
  if (sendingStatus.reasons.includes('enrolling')) {
    return 'The plan is incomplete: contacts are still being enrolled, which takes seconds. Plan again then.';
  }
  if (stats.contacts > contactsMax) {
    return `The plan is incomplete: it covers ${formatNumber(contactsMax)} of ${formatNumber(stats.contacts)} contacts, and at most one year.`;
  }
  if (Math.max(missingVariables.length, suppressed.length) >= listMax) {
    return `The plan is complete, but its lists of contacts without a value or without permission end after ${listMax}.`;
  }

  return 'The plan is incomplete: it covers at most one year, and contacts that are still being enrolled are not in it.';
}

const contactCountText = (length: number): string =>
  length >= listMax ? `${listMax} or more contacts` : countOf(length, 'contact');

const shownMax = 10;

function MissingValues({ plan: { missingVariables }, campaign }: PlanProps) {
  const names = useContactNames(campaign.id, missingVariables.length > 0);
  if (missingVariables.length === 0) return null;

  return (
    <Notice
      tone="warning"
      title={`${contactCountText(missingVariables.length)} lack a value that their text requires`}
    >
      They are paused when their email is due. Add the values, or give the merge fields a default.
      <ul className="plain-list">
        {missingVariables.slice(0, shownMax).map(({ contactId, fields }) => (
          <li key={contactId}>
            <Link to="/contacts/$contactId" params={{ contactId }}>
              {names.get(contactId) ?? 'A contact'}
            </Link>
            {`: ${fields.join(', ')}`}
          </li>
        ))}
      </ul>
      {missingVariables.length > shownMax &&
        `and ${contactCountText(missingVariables.length - shownMax)} more`}
    </Notice>
  );
}
