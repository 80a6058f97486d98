import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../../api/client.ts';
import { countOf, formatNumber } from '../../../../components/number.tsx';
import { Facts } from '../../../../components/page/page.tsx';
import { Time } from '../../../../components/time.tsx';
import { audienceCountQuery, audienceCountText } from '../../../contacts/queries.ts';
import { optionalFact } from '../../../profile/profile-facts.tsx';
import { stopText, windowText } from '../../labels.ts';
import type { SendingPlan } from '../../plan/plan-query.ts';
import { contactsText, emailsText } from '../../plan/plan-texts.ts';
import type { Campaign, EmailAccount } from '../../queries.ts';
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
  const { data: audienceCount } = useQuery(audienceCountQuery(draft.audience));
  const laterText = draft.continuous && 'later matches too';
  const chosenAccounts = accounts.filter(({ id }) => draft.emailAccountIds.includes(id));

  return (
    <Facts
      items={[
        [
          'Contacts',
          [plan ? contactsText(plan, campaign) : chosenText(draft, campaign, audienceCount), laterText]
            .filter(Boolean)
            .join(', '),
        ],
        ['Emails', plan ? emailsText(plan) : stepsText(draft)],
        ['From', chosenAccounts.length > 0 ? chosenAccounts.map(({ email }) => email).join(', ') : null],
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

/** Before a dry run: the contacts by name, and the count of the audience. */
function chosenText(
  { audience, addContactIds }: Draft,
  { stats }: Campaign,
  audienceCount: Schemas['ContactCount'] | undefined,
): string {
  const chosen = stats.contacts + addContactIds.length;
  const parts = [
    (chosen > 0 || audience === null) && `${formatNumber(chosen)} enrolled`,
    audience && (audienceCount ? audienceCountText(audienceCount) : 'Counting …'),
  ];

  return parts.filter(Boolean).join(', ');
}

function stepsText({ steps }: Draft): string {
  const days = steps.reduce((sum, { delay }) => sum + (delay.unit === 'days' ? delay.value : 0), 0);
  const emails = `${steps.length === 1 ? '' : 'Up to '}${countOf(steps.length, 'email')} to each contact`;

  return days === 0 ? emails : `${emails}, over ${countOf(days, 'day')} or more`;
}

function scheduleText({ schedule: { windows, timezone, useContactTimezone } }: Draft): string {
  const windowTexts = windows.map(windowText);
  const zone = timezone.replaceAll('_', ' ');

  return `${windowTexts.join('; ')}, ${useContactTimezone ? `the contact’s time zone or ${zone}` : zone}`;
}
