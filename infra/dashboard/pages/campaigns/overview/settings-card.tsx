import type { ReactNode } from 'react';
import { Tag } from '../../../components/badge.tsx';
import { formatNumber, formatPercent } from '../../../components/number.tsx';
import { Card, Facts } from '../../../components/page/page.tsx';
import { Time } from '../../../components/time.tsx';
import { optionalFact } from '../../profile/profile-facts.tsx';
import { stopText, windowText } from '../labels.ts';
import type { Campaign } from '../queries.ts';

/** Describes what limits the sending. */
export function SettingsCard({ campaign }: { readonly campaign: Campaign }) {
  const { schedule, description, tags } = campaign;
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    ...optionalFact('Notes', description),
    ['Windows', <Windows key="windows" schedule={schedule} />],
    ['Time zone', schedule.timezone],
    ...optionalFact('Start date', schedule.startAt && <Time value={schedule.startAt} format="full" />),
    ...optionalFact('End date', schedule.endAt && <Time value={schedule.endAt} format="full" />),
    ['Emails per day', limitText(campaign.dailyLimit)],
    ['New contacts per day', limitText(campaign.dailyNewContactLimit)],
    ['Stops on', stopText(campaign)],
    ['Tracks', trackingText(campaign)],
    [
      'Pauses at',
      campaign.bouncePauseThreshold === 0
        ? 'Never'
        : `${formatPercent(campaign.bouncePauseThreshold / 100)} bounces in 7 days, from 50 emails on`,
    ],
    ...optionalFact('Tags', tags.length > 0 && <Tags tags={tags} />),
  ];

  return (
    <Card title="Schedule and limits">
      <Facts items={facts} />
    </Card>
  );
}

const Tags = ({ tags }: { readonly tags: readonly string[] }) => (
  <span className="row">
    {tags.map((tag) => (
      <Tag key={tag}>{tag}</Tag>
    ))}
  </span>
);

const limitText = (limit: number | null): string => (limit === null ? 'No limit' : formatNumber(limit));

const joinTexts = (parts: readonly (string | false)[], none: string): string =>
  parts.filter(Boolean).join(', ') || none;

/** Only HTML is tracked. */
const trackingText = ({ trackOpens, trackClicks, plainTextOnly, steps }: Campaign): string =>
  plainTextOnly || steps.every(({ variants }) => variants.every(({ bodyHtml }) => !bodyHtml))
    ? 'Nothing (text only)'
    : joinTexts([trackOpens && 'Opens', trackClicks && 'Clicks'], 'Nothing');

function Windows({ schedule }: { readonly schedule: Campaign['schedule'] }) {
  return (
    <ul className="plain-list">
      {schedule.windows.map((window) => (
        <li key={`${window.days.join()} ${window.from}`}>{windowText(window)}</li>
      ))}
    </ul>
  );
}
