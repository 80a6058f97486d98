import { Badge } from '../../../components/badge.tsx';
import { formatPercent, NumberLink } from '../../../components/number.tsx';
import { Card, Facts } from '../../../components/page/page.tsx';
import { Time } from '../../../components/time.tsx';
import { linkTo } from '../../links.ts';
import { checkLabels, HealthScore } from '../health-score.tsx';
import type { Account } from '../queries.ts';
import { type CheckName, checkPurposes, DnsAdvice } from './dns-advice.tsx';

const checks: readonly CheckName[] = ['spf', 'dkim', 'dmarc'];
const weekMs = 7 * 86_400_000;

export function HealthCard({ account }: { readonly account: Account }) {
  const { health } = account;

  return (
    <Card
      title="Health"
      description={
        health?.checkedAt ? (
          <>
            Checked <Time value={health.checkedAt} />, with the 7 days until then
          </>
        ) : (
          'The first check runs about a minute after connecting.'
        )
      }
      actions={<HealthScore health={health} />}
    >
      {health && <WeekFacts account={account} health={health} />}
      {health && (
        <ul className="checks">
          {checks.map((check) => (
            <li key={check}>
              <Check account={account} check={check} result={health[check]} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type Health = NonNullable<Account['health']>;

function WeekFacts({ account: { id }, health }: { readonly account: Account; readonly health: Health }) {
  const { sent7d, bounceRate7d, rejections7d, checkedAt } = health;
  const after = checkedAt ? new Date(Date.parse(checkedAt) - weekMs).toISOString() : undefined;
  const eventsLink = (type: string) => linkTo('/activity', { emailAccountId: id, type, after });

  return (
    <Facts
      items={[
        [
          'Sent until the check',
          sent7d === null ? null : (
            <NumberLink
              key="sent"
              value={sent7d}
              noun="email"
              detail="sent in 7 days"
              {...eventsLink('email.sent')}
            />
          ),
        ],
        [
          'Bounced',
          bounceRate7d === null || sent7d === null ? null : (
            <span key="bounced" className="row">
              <NumberLink
                value={Math.round(bounceRate7d * sent7d)}
                noun="bounced email"
                detail="in 7 days"
                {...eventsLink('email.bounced')}
              />
              <span className="muted">({formatPercent(bounceRate7d)})</span>
            </span>
          ),
        ],
        [
          'Rejected by reports',
          rejections7d === null ? null : (
            <NumberLink
              key="rejected"
              value={rejections7d.authentication + rejections7d.spam + rejections7d.policy}
              noun="delivery report"
              detail="blame the sender, in 7 days"
              {...eventsLink('email.rejected')}
            />
          ),
        ],
      ]}
    />
  );
}

interface CheckProps {
  readonly account: Account;
  readonly check: CheckName;
  readonly result: Health[CheckName];
}

function Check({ account, check, result }: CheckProps) {
  const [label, tone] = result === null ? (['Unknown', 'neutral'] as const) : checkLabels[result];

  return (
    <>
      <div className="check-head">
        <strong>{check.toUpperCase()}</strong>
        <Badge tone={tone}>{label}</Badge>
        <span className="muted">{checkPurposes[check]}</span>
      </div>
      {result !== 'pass' && <DnsAdvice account={account} check={check} result={result} />}
    </>
  );
}
