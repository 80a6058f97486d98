import { formatNumber } from '../../../../components/number.tsx';
import { Facts } from '../../../../components/page.tsx';
import { Time } from '../../../../components/time.tsx';
import type { Draft } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';
import type { Account } from '../queries.ts';
import type { Plan } from './start-form.tsx';

interface SummaryProps {
  readonly accounts: readonly Account[];
  /** Of a dry run. */
  readonly plan: Plan | undefined;
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
        ...(plan
          ? ([
              ['First email', <Time key="first" value={plan.firstSendAt} format="full" />],
              [
                'Last email',
                <Time key="last" value={plan.estimatedCompletionAt} format="full" none="Not known" />,
              ],
            ] as const)
          : []),
      ]}
    />
  );
}

function contactsText({ audience, addContactIds, continuous }: Draft, enrolled: number): string {
  const total = enrolled + addContactIds.length;
  const filterCount = audience ? audience.tags.length + audience.companyIds.length : 0;
  const parts = [
    ...(total > 0 || filterCount === 0 ? [`${formatNumber(total)} enrolled`] : []),
    ...(filterCount > 0
      ? [`contacts that match ${filterCount === 1 ? 'one filter' : `${filterCount} filters`}`]
      : []),
    ...(continuous ? ['later matches too'] : []),
  ];

  return parts.join(', ');
}

function emailsText({ steps }: Draft): string {
  const days = steps.reduce((sum, { delay }) => sum + (delay.unit === 'days' ? delay.value : 0), 0);
  const count = steps.length === 1 ? 'One email' : `Up to ${steps.length} emails`;

  return days === 0 ? `${count} to each contact` : `${count} to each contact, over ${days} days or more`;
}

const dayNames: Readonly<Record<string, string>> = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
};

function scheduleText({ schedule: { windows, timezone, useContactTimezone } }: Draft): string {
  const windowTexts = windows.map(
    ({ days, from, to }) => `${days.map((day) => dayNames[day]).join(' ')} ${from}–${to}`,
  );
  const zone = timezone.replaceAll('_', ' ');

  return `${windowTexts.join('; ')}, ${useContactTimezone ? `the contact’s time zone or ${zone}` : zone}`;
}

function stopText(draft: Draft): string {
  const { stopOnReply, stopCompanyOnReply, stopOnClick, stopOnAutoReply } = draft;
  const reasons = [
    ...(stopOnReply ? ['a reply'] : []),
    ...(stopCompanyOnReply ? ['a reply from a colleague'] : []),
    ...(stopOnClick ? ['a click'] : []),
    ...(stopOnAutoReply ? ['an automatic reply'] : []),
  ];

  return [...reasons, 'an unsubscribe', 'a hard bounce'].join(', ');
}
