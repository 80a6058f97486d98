import { Link } from '@tanstack/react-router';
import { Notice } from '../../../components/notice.tsx';
import { countOf } from '../../../components/number.tsx';
import { Time } from '../../../components/time.tsx';
import { linkTo } from '../../links.ts';
import type { Campaign } from '../queries.ts';
import { isEnrolling, reasonsOf, stateOf } from '../sending-state.tsx';

/** Why the campaign sends or does not send, and when it continues. */
export function StateNotice({ campaign }: { readonly campaign: Campaign }) {
  const { tone, title, text } = stateOf(campaign);
  const { state, nextSendAt } = campaign.sendingStatus;
  const { paused, unknown, failed } = campaign.stats;
  const isActive = campaign.status === 'active';
  // A campaign that sends, without recipients that need a decision, needs no notice.
  if (isActive && state === 'sending' && paused + unknown + failed === 0) return null;

  return (
    <Notice tone={tone} title={title}>
      <p className="state-text">{text}</p>
      {isActive &&
        !isEnrolling(campaign) &&
        reasonsOf(campaign).map((reason) => (
          <p key={reason} className="state-text">
            {reason}
          </p>
        ))}
      {isActive && !isEnrolling(campaign) && (
        <p className="state-text">
          {nextSendAt ? (
            <>
              Next email <Time value={nextSendAt} format="full" />.
            </>
          ) : (
            'The time of the next email is not known.'
          )}
        </p>
      )}
      <HeldRecipients campaign={campaign} />
    </Notice>
  );
}

/** Recipients that need a decision, and the bounces that paused the campaign. */
function HeldRecipients({ campaign: { id, stats, pauseReason } }: { readonly campaign: Campaign }) {
  const recipients = (search: Record<string, string>) => linkTo(`/campaigns/${id}/recipients`, search);
  const held = [
    {
      subject: countOf(stats.paused, 'recipient'),
      count: stats.paused,
      text: `${stats.paused === 1 ? 'waits' : 'wait'} for a value or an enabled variant`,
      link: recipients({ status: 'paused' }),
    },
    {
      subject: countOf(stats.unknown, 'recipient'),
      count: stats.unknown,
      text: `${stats.unknown === 1 ? 'has' : 'have'} an email with an unknown outcome`,
      link: recipients({ waitingFor: 'outcome' }),
    },
    {
      subject: countOf(stats.failed, 'recipient'),
      count: stats.failed,
      text: 'failed',
      link: recipients({ status: 'failed' }),
    },
    {
      subject: countOf(stats.bounced, 'email'),
      count: pauseReason === 'bounce_rate' ? stats.bounced : 0,
      text: 'bounced: remove similar addresses before you start it',
      link: linkTo(`/campaigns/${id}/activity`, { type: 'email.bounced' }),
    },
  ];

  return held
    .filter(({ count }) => count > 0)
    .map(({ subject, text, link }) => (
      <p key={text} className="state-text">
        <Link {...link}>{subject}</Link> {text}.
      </p>
    ));
}
