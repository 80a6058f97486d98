import { formatNumber } from '../../../../components/number.tsx';
import { Facts } from '../../../../components/page/page.tsx';
import { Time } from '../../../../components/time.tsx';
import { optionalFact } from '../../../profile/profile-facts.tsx';
import { daysText } from '../../labels.ts';
import type { SendingPlan } from '../../plan/plan-query.ts';
import type { EmailAccount } from '../../queries.ts';
import type { Draft } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';

interface SummaryProps {
  readonly accounts: readonly EmailAccount[];
  /** Of a dry run. */
  readonly plan: SendingPlan | undefined;
}

/** Describes the consequence of a start. */
export function Summary({ accounts, plan }: SummaryProps) {
  const { draft, campaign } = useEditorContext();
  const chosenAccounts = accounts.filter(({ id }) => draft.emailAccountIds.includes(id));
  const remainingToday = chosenAccounts.reduce((sum, account) => sum + account.remainingToday, 0);

  return (
    <Facts
      items={[
        ['Contacts', contactsText(draft, campaign.stats.contacts)],
        ['Emails', emailsText(draft)],
        [
          'From',
          chosenAccounts.length > 0
            ? `${chosenAccounts.map(({ email }) => email).join(', ')}; ${formatNumber(remainingToday)} more today`
            : null,
        ],
        ['When', scheduleText(draft)],
        ['Stops on', stopText(draft)],
        ...optionalFact('First email', plan && <Time value={plan.firstSendAt} format="full" />),
        ...optionalFact(
          'Last email',
          plan && <Time value={plan.estimatedCompletionAt} format="full" none="Not known" />,
        ),
      ]}
    />
  );
}

function contactsText({ audience, addContactIds, continuous }: Draft, enrolled: number): string {
  const total = enrolled + addContactIds.length;
  const filterCount = audience ? audience.tags.length + audience.companyIds.length : 0;
  const filtersText = filterCount === 1 ? 'one filter' : `${filterCount} filters`;
  const parts = [
    (total > 0 || filterCount === 0) && `${formatNumber(total)} enrolled`,
    filterCount > 0 && `all that match ${filtersText}`,
    continuous && 'later matches too',
  ];

  return parts.filter(Boolean).join(', ');
}

function emailsText({ steps }: Draft): string {
  const days = steps.reduce((sum, { delay }) => sum + (delay.unit === 'days' ? delay.value : 0), 0);
  const count = steps.length === 1 ? 'One email' : `Up to ${steps.length} emails`;

  return days === 0 ? `${count} to each contact` : `${count} to each contact, over ${days} days or more`;
}

function scheduleText({ schedule: { windows, timezone, useContactTimezone } }: Draft): string {
  const windowTexts = windows.map(({ days, from, to }) => `${daysText(days)} ${from}–${to}`);
  const zone = timezone.replaceAll('_', ' ');

  return `${windowTexts.join('; ')}, ${useContactTimezone ? `the contact’s time zone or ${zone}` : zone}`;
}

function stopText(draft: Draft): string {
  const reasons = [
    draft.stopOnReply && 'a reply',
    draft.stopCompanyOnReply && 'a reply from a colleague',
    draft.stopOnClick && 'a click',
    draft.stopOnAutoReply && 'an automatic reply',
    draft.honourOptOutReplies ? 'an unsubscribe by link or reply' : 'an unsubscribe by link',
    'a hard bounce',
  ];

  return reasons.filter(Boolean).join(', ');
}
