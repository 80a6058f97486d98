import { Badge } from '../../components/badge.tsx';
import type { Tone } from '../../components/notice.tsx';
import { formatPercent } from '../../components/number.tsx';
import type { Account } from './queries.ts';

type Health = NonNullable<Account['health']>;
type Check = Health['spf'];

export const checkLabels: Readonly<Record<NonNullable<Check>, readonly [label: string, tone: Tone]>> = {
  pass: ['Passes', 'success'],
  fail: ['Fails', 'danger'],
  missing: ['Missing', 'warning'],
};

function toneOf(score: number): Tone {
  if (score >= 80) return 'success';

  return score >= 50 ? 'warning' : 'danger';
}

/** The score, with its components on hover. */
export function HealthScore({ health }: { readonly health: Health | null }) {
  if (!health || health.score === null) {
    return (
      <Badge
        reason={health ? 'The DNS lookup failed.' : 'The first check runs about a minute after connecting.'}
      >
        Unknown
      </Badge>
    );
  }
  const { score, bounceRate7d } = health;
  const components = (['spf', 'dkim', 'dmarc'] as const).map(
    (check) => `${check.toUpperCase()} ${health[check] ?? 'unknown'}`,
  );
  if (bounceRate7d !== null) components.push(`${formatPercent(bounceRate7d)} bounced in 7 days`);

  return (
    <Badge tone={toneOf(score)} reason={components.join(', ')}>
      {score}
    </Badge>
  );
}
