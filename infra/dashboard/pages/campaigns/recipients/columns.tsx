import { Link } from '@tanstack/react-router';
import { serviceNow } from '../../../api/clock.ts';
import { Badge } from '../../../components/badge.tsx';
import { Tooltip } from '../../../components/overlay/tooltip.tsx';
import { NoValue } from '../../../components/states.tsx';
import type { Column } from '../../../components/table/data-table.tsx';
import { Time } from '../../../components/time.tsx';
import {
  eventLabel,
  executionLabels,
  executionTones,
  reasonText,
  waitingLabels,
  waitingTexts,
} from '../../execution-texts.ts';
import { linkTo } from '../../links.ts';
import { nameOf } from '../../names.ts';
import { accountAddress, stepLabel, testedVariantLetter } from '../labels.ts';
import type { Campaign, EmailAccount, Recipient } from '../queries.ts';
import { stateOf } from '../sending-state.tsx';
import { earliestSendAt } from './earliest-send.ts';
import { missingValueText } from './missing-value.ts';

export const columnsOf = (
  campaign: Campaign,
  accounts: readonly EmailAccount[],
): readonly Column<Recipient>[] => [
  {
    id: 'name',
    header: 'Recipient',
    cell: (recipient) => (
      <span className="two-lines recipient-name">
        <span>{nameOf(recipient)}</span>
        {nameOf(recipient) !== recipient.email && <span className="muted">{recipient.email}</span>}
      </span>
    ),
    width: 'minmax(180px, 1.5fr)',
  },
  {
    id: 'status',
    header: 'State',
    cell: ({ execution: { status, reason, detail } }) => (
      <Badge tone={executionTones[status]} reason={reason === null ? undefined : reasonText(reason, detail)}>
        {executionLabels[status] ?? status}
      </Badge>
    ),
    width: '116px',
  },
  {
    id: 'next',
    header: 'Next email',
    cell: (recipient) => <NextEmail recipient={recipient} campaign={campaign} />,
    width: '168px',
  },
  {
    id: 'why',
    header: 'Reason',
    cell: (recipient) => <WaitingReason recipient={recipient} campaign={campaign} />,
    width: 'minmax(150px, 1.4fr)',
  },
  {
    id: 'account',
    header: 'Account',
    cell: ({ execution: { emailAccountId } }) =>
      emailAccountId === null ? (
        <span className="none">Not chosen</span>
      ) : (
        <Link {...linkTo(`/email-accounts/${emailAccountId}`)}>
          {accountAddress(accounts, emailAccountId)}
        </Link>
      ),
    isWideOnly: true,
    width: 'minmax(130px, 1.1fr)',
  },
  {
    id: 'lastEvent',
    header: 'Last event',
    cell: (recipient) => <LastEvent recipient={recipient} campaign={campaign} />,
    width: '112px',
  },
];

interface RecipientCellProps {
  readonly recipient: Recipient;
  readonly campaign: Campaign;
}

/** The step with its variant, and the time. */
function NextEmail({ recipient, campaign }: RecipientCellProps) {
  const { execution, nextVariantId, waitingFor } = recipient;
  const { nextStepId } = execution;
  if (nextStepId === null) return <span className="none">None</span>;
  const variant = testedVariantLetter(campaign, nextStepId, nextVariantId);

  return (
    <span className="two-lines">
      <span>{[stepLabel(campaign, nextStepId), variant].filter(Boolean).join(' · ')}</span>
      <span className="muted">
        {waitingFor === 'in_flight' ? (
          'being sent'
        ) : (
          <EarliestTime at={earliestSendAt(recipient, campaign)} isShared={waitingFor === 'slot'} />
        )}
      </span>
    </span>
  );
}

interface EarliestTimeProps {
  readonly at: number | undefined;
  /** Whether other due emails wait for the same time: only the first of them is sent then. */
  readonly isShared: boolean;
}

/** An email that can be sent now waits for its turn among the due emails. */
function EarliestTime({ at, isShared }: EarliestTimeProps) {
  if (at === undefined) return 'not scheduled';
  if (at <= serviceNow()) return 'due';
  const value = new Date(at).toISOString();

  return isShared ? (
    <>
      not before <Time value={value} format="date" />
    </>
  ) : (
    <Time value={value} />
  );
}

function WaitingReason({ recipient, campaign }: RecipientCellProps) {
  const { waitingFor, execution } = recipient;
  const [label, reason] = waitingReason(waitingFor, execution.reason, campaign);
  const text = waitingFor === 'missing_variable' ? missingValueText(recipient, campaign) : reason;
  if (label === undefined) return <NoValue />;

  return (
    <Tooltip text={text}>
      <button type="button" className="why ellipsis" data-needs={needsDecision(waitingFor) || undefined}>
        {label}
      </button>
    </Tooltip>
  );
}

/** A short label, and a longer text for its tooltip. The label is undefined without a reason. */
function waitingReason(
  waitingFor: Recipient['waitingFor'],
  reason: string | null,
  campaign: Campaign,
): readonly [label: string | undefined, text: string] {
  if (waitingFor === null) {
    const text = reason === null ? undefined : reasonText(reason);

    return [text, text ?? ''];
  }
  if (waitingFor === 'delay' && reason === 'auto_reply')
    return ['Automatic reply', 'An automatic reply of the contact postponed its next email.'];
  if (waitingFor !== 'slot') return [waitingLabels[waitingFor] ?? waitingFor, waitingTexts[waitingFor] ?? ''];
  if (campaign.sendingStatus.state === 'sending') return ['Waits for its turn', slotText];
  const { title, text } = stateOf(campaign);

  return [title, `The step is due. ${title}: ${text}`];
}

const slotText = 'The campaign is sending. Accounts pause between emails, so recipients wait for their turn.';

const needsDecision = (waitingFor: Recipient['waitingFor']): boolean =>
  waitingFor === 'outcome' || waitingFor === 'missing_variable' || waitingFor === 'nothing_to_send';

function LastEvent({ recipient: { lastEvent, execution }, campaign }: RecipientCellProps) {
  if (!lastEvent) return <span className="none">None</span>;

  return (
    <Link
      to="/campaigns/$campaignId/activity"
      params={{ campaignId: campaign.id }}
      search={{ executionId: execution.id }}
    >
      <span className="two-lines">
        <span>{eventLabel(lastEvent.type)}</span>
        <span className="muted">
          <Time value={lastEvent.occurredAt} />
        </span>
      </span>
    </Link>
  );
}
