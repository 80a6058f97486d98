import { momentOf } from '#lib/values/time-zones.ts';
import { Badge } from '../../../components/badge.tsx';
import { NumberLink, noTrackedLinks } from '../../../components/number.tsx';
import { accountAddress, stepLabel, stepSubject, variantLetter } from '../labels.ts';
import { useAccounts, useCampaign } from '../queries.ts';
import type { CampaignStatistics, Group, Rate } from './queries.ts';
import { RateCell } from './rate-cell.tsx';
import { StepHeading } from './step-heading.tsx';

export interface StatisticsTableProps {
  readonly statistics: CampaignStatistics;
  /** Length of the period; undefined for a year. */
  readonly days: number | undefined;
}

const rateColumns = [
  {
    header: 'Opened',
    base: 'of tracked emails',
    rate: 'openRate',
    count: 'uniqueOpened',
    type: 'email.opened',
    best: 'open',
  },
  {
    header: 'Clicked',
    base: 'of tracked emails',
    rate: 'clickRate',
    count: 'uniqueClicked',
    type: 'email.clicked',
    best: 'click',
  },
  {
    header: 'Replied',
    base: 'of emails sent',
    rate: 'replyRate',
    count: 'uniqueReplied',
    type: 'email.replied',
    best: 'reply',
  },
  {
    header: 'Bounced',
    base: 'of emails sent',
    rate: 'bounceRate',
    count: 'bounced',
    type: 'email.bounced',
    best: undefined,
  },
  {
    header: 'Unsubscribed',
    base: 'of emails sent',
    rate: 'unsubscribeRate',
    count: 'unsubscribed',
    type: 'email.unsubscribed',
    best: undefined,
  },
] as const;

const totalsId = 'all';

/** One row per step, variant or account, and a last row with the totals. */
export function StatisticsTable({ statistics, days }: StatisticsTableProps) {
  const { groups, totals, groupBy } = statistics;
  const sections =
    groupBy === 'variant' ? [...Map.groupBy(groups, ({ stepId }) => stepId)] : [[null, groups] as const];
  const { value: campaign } = useCampaign();

  return (
    <div className="figures-scroller scroll-fade">
      <table className="figures-table">
        <thead>
          <tr>
            <th scope="col">{headers[groupBy]}</th>
            <th scope="col">Sent</th>
            {rateColumns.map(({ header, base }) => (
              <th key={header} scope="col">
                {header} <span className="muted">{base}</span>
              </th>
            ))}
          </tr>
        </thead>
        {sections.map(([stepId, sectionGroups]) => (
          <tbody key={stepId}>
            {groupBy === 'variant' && (
              <StepHeading
                campaign={campaign}
                stepId={stepId}
                variants={sectionGroups}
                columnCount={rateColumns.length + 2}
              />
            )}
            {sectionGroups.map((group) => (
              <Row key={`${group.stepId} ${group.id}`} group={group} statistics={statistics} days={days} />
            ))}
          </tbody>
        ))}
        <tfoot>
          <Row
            group={{ id: totalsId, stepId: null, bestProbability: null, isWinner: false, ...totals }}
            statistics={statistics}
            days={days}
          />
        </tfoot>
      </table>
    </div>
  );
}

const headers = { step: 'Step', variant: 'Variant', account: 'Account' } as const;

interface RowProps extends StatisticsTableProps {
  readonly group: Group;
}

function Row({ group, statistics, days }: RowProps) {
  const { value: campaign } = useCampaign();
  const { from, timezone } = statistics.period;
  const search = {
    ...activityFilterOf(group, statistics),
    ...(days !== undefined && { after: new Date(momentOf(from, 0, timezone)).toISOString() }),
  };
  const link = (type: string) =>
    ({
      to: '/campaigns/$campaignId/activity',
      params: { campaignId: campaign.id },
      search: { ...search, type },
    }) as const;

  return (
    <tr>
      <th scope="row">
        <GroupName group={group} statistics={statistics} />
      </th>
      <td>
        <FigureLabel>Sent</FigureLabel>
        <NumberLink value={group.counts.sent} noun="sent email" {...link('email.sent')} />
      </td>
      {rateColumns.map(({ header, rate, count, type, best }) => (
        <td key={header}>
          <FigureLabel>{header}</FigureLabel>
          <RateCell
            rate={group.rates[rate]}
            count={group.counts[count]}
            none={noneText(rate, group)}
            noun="event"
            detail={header}
            scaleMax={scaleMaxOf(statistics, rate)}
            link={link(type)}
            best={best && group.bestProbability ? group.bestProbability[best] : undefined}
          />
        </td>
      ))}
    </tr>
  );
}

/** Replaces the head of the table in a narrow window. */
const FigureLabel = ({ children }: { readonly children: string }) => (
  <span className="figures-label" aria-hidden="true">
    {children}
  </span>
);

/** Replaces a missing rate. */
function noneText(rate: keyof Group['rates'], { counts }: Group): string {
  if (counts.sent === 0) return '—';

  return rate === 'clickRate' ? noTrackedLinks : 'Not tracked';
}

/** Ends of scales. */
const scaleEnds = [0.02, 0.05, 0.1, 0.2, 0.5];
/** The widest interval does not fill its track. */
const scaleMargin = 1.2;

/** A round share above the highest end of an interval in the column, at most 100 %. */
function scaleMaxOf(
  { groups, totals }: CampaignStatistics,
  rate: (typeof rateColumns)[number]['rate'],
): number {
  const intervalEnds = [totals, ...groups].map((group) => (group.rates[rate] as Rate | null)?.high ?? 0);

  const needed = Math.max(...intervalEnds) * scaleMargin;

  return scaleEnds.find((end) => end >= needed) ?? 1;
}

function activityFilterOf({ id, stepId }: Group, { groupBy }: CampaignStatistics) {
  // Null is the group of deleted steps, variants or accounts.
  if (id === totalsId || id === null) return {};
  if (groupBy === 'account') return { emailAccountId: id };

  return groupBy === 'variant' ? { variantId: id, ...(stepId !== null && { stepId }) } : { stepId: id };
}

function GroupName({ group, statistics: { groupBy } }: Omit<RowProps, 'days'>) {
  const { value: campaign } = useCampaign();
  const accounts = useAccounts();
  if (group.id === totalsId) return 'All emails';
  if (groupBy === 'account') return accountAddress(accounts, group.id);
  if (groupBy === 'variant') {
    return (
      <>
        {`Variant ${variantLetter(campaign, group.id) ?? '(deleted)'} `}
        {group.isWinner && <Badge tone="success">Winner</Badge>}
      </>
    );
  }

  return (
    <>
      {stepLabel(campaign, group.id)} <span className="muted">{stepSubject(campaign, group.id)}</span>
    </>
  );
}
