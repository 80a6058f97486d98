import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '../../../api/client.ts';
import { serviceNow } from '../../../api/clock.ts';
import { useList } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { countOf } from '../../../components/number.tsx';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import { Card } from '../../../components/page/page.tsx';
import { ErrorState, Skeleton } from '../../../components/states.tsx';
import { Time } from '../../../components/time.tsx';
import {
  eventLabel,
  executionLabels,
  executionTones,
  reasonText,
  waitingTexts,
} from '../../execution-texts.ts';
import { linkTo } from '../../links.ts';
import { type ContactCampaign, campaignOutlineQuery, contactCampaignsQuery } from '../queries.ts';
import {
  availableActions,
  CampaignAction,
  type CampaignStep,
  type RecipientChoice,
} from './campaign-actions.tsx';

interface ContactCampaignsProps {
  readonly contact: Schemas['Contact'];
  readonly onEnrol: () => void;
}

export function ContactCampaigns({ contact, onEnrol }: ContactCampaignsProps) {
  const list = useList(contactCampaignsQuery(contact.id));
  const canChange = useCan('member') && contact.status === 'active';

  return (
    <Card title="Campaigns">
      {list.isPending && <Skeleton lines={2} />}
      {Boolean(list.error) && <ErrorState error={list.error} onRetry={list.retry} />}
      {!list.isPending && !list.error && list.rows.length === 0 && (
        <p className="card-empty">
          The contact is in no campaign.{' '}
          {canChange && (
            <Button size="small" onClick={onEnrol}>
              Add to a campaign
            </Button>
          )}
        </p>
      )}
      <ul className="entry-list">
        {list.rows.map((row) => (
          <CampaignRow key={row.execution.id} row={row} contact={contact} />
        ))}
      </ul>
      {list.hasMore && (
        <Button onClick={list.loadMore} isPending={list.isLoadingMore}>
          Show more campaigns
        </Button>
      )}
    </Card>
  );
}

interface CampaignRowProps {
  readonly row: ContactCampaign;
  readonly contact: Schemas['Contact'];
}

function CampaignRow({ row, contact }: CampaignRowProps) {
  const { campaignId, campaignName, execution } = row;
  const { data: campaign } = useQuery(campaignOutlineQuery(campaignId));
  const [action, setAction] = useState<RecipientChoice>();
  const canChange = useCan('member');
  const steps = campaign?.steps ?? [];
  const reason = execution.reason === null ? undefined : reasonText(execution.reason, execution.detail);
  const actions = canChange ? availableActions(row, contact.status, steps) : [];

  return (
    <li className="campaign-row">
      <div className="campaign-row-text">
        <div className="row">
          <Link {...linkTo(`/campaigns/${campaignId}`)} className="strong">
            {campaignName}
          </Link>
          <Badge tone={executionTones[execution.status]} reason={reason}>
            {executionLabels[execution.status]}
          </Badge>
        </div>
        <SequenceProgress row={row} steps={campaign?.steps} />
      </div>
      {actions.length > 0 && (
        <Menu
          trigger={<Button variant="quiet" icon={<Ellipsis />} aria-label={`Actions in ${campaignName}`} />}
        >
          {actions.map((choice) => (
            <MenuItem key={choice.label} isDanger={choice.isDanger} onSelect={() => setAction(choice)}>
              {choice.label}
            </MenuItem>
          ))}
        </Menu>
      )}
      <CampaignAction action={action} onClose={() => setAction(undefined)} row={row} email={contact.email} />
    </li>
  );
}

interface SequenceProgressProps {
  readonly row: ContactCampaign;
  /** Undefined until they are loaded. */
  readonly steps: readonly CampaignStep[] | undefined;
}

/** The number of sent emails, the last event, and the reason and time of the next email. */
function SequenceProgress({
  row: { execution, waitingFor, lastEvent, campaignStatus },
  steps,
}: SequenceProgressProps) {
  const nextNumber = (steps ?? []).findIndex(({ id }) => id === execution.nextStepId) + 1;
  const { sentCount, nextSendAt, status, reason } = execution;
  // Without the steps, the number of all emails is not known yet.
  const total = steps && Math.max(steps.length, sentCount);
  const emails = total
    ? `${sentCount} of ${countOf(total, 'email')} sent`
    : `${countOf(sentCount, 'email')} sent`;
  const isLater = nextSendAt !== null && Date.parse(nextSendAt) > serviceNow();

  return (
    <div className="muted contact-progress">
      <span>
        <Link to="." search={(before) => ({ ...before, type: 'email.sent' })}>
          {emails}
        </Link>
      </span>
      {lastEvent && (
        <span>
          {`${eventLabel(lastEvent.type)} `}
          <Time value={lastEvent.occurredAt} />
        </span>
      )}
      {waitingFor !== null && (
        <span>
          {`${nextNumber > 0 ? `Email ${nextNumber}` : 'Next email'}: ${waitingTexts[waitingFor]}`}
          {isLater && waitingFor !== 'in_flight' && (
            <>
              {' Not before '}
              <Time value={nextSendAt} />
            </>
          )}
        </span>
      )}
      {waitingFor === 'campaign' && <span>{`the campaign is ${campaignStatus}`}</span>}
      {status === 'paused' && reason !== null && <span>{reasonText(reason)}</span>}
    </div>
  );
}
