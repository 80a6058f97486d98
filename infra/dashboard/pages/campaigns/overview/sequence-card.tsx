import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { stepSubject } from '../labels.ts';
import type { Campaign } from '../queries.ts';

type Step = Campaign['steps'][number];

/** The steps with their delays, and the recipients that wait for each. */
export function SequenceCard({ campaign }: { readonly campaign: Campaign }) {
  const { id, steps } = campaign;

  return (
    <Card title="Sequence">
      {steps.length === 0 ? (
        <EmptyState title="No steps">Write the first email of the campaign.</EmptyState>
      ) : (
        <ol className="sequence">
          {steps.map((step, index) => (
            <li key={step.id}>
              <span className="sequence-number" aria-hidden="true">
                {index + 1}
              </span>
              <div>
                <div className="sequence-subject">{stepSubject(campaign, step.id)}</div>
                <div className="muted sequence-text">{textExcerpt(step)}</div>
                <div className="muted">{delayText(step, index)}</div>
                <div className="row">
                  <Link
                    to="/campaigns/$campaignId/recipients"
                    params={{ campaignId: id }}
                    search={{ nextStepId: step.id }}
                  >
                    Waiting recipients
                  </Link>
                  {step.variants.length > 1 && (
                    <Link
                      to="/campaigns/$campaignId/statistics"
                      params={{ campaignId: id }}
                      search={{ groupBy: 'variant' }}
                    >
                      {`Compare ${step.variants.length} variants`}
                    </Link>
                  )}
                  {!step.variants.some(({ enabled }) => enabled) && (
                    <Badge tone="danger">No enabled variant</Badge>
                  )}
                </div>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function delayText({ delay: { value, unit }, businessDaysOnly }: Step, index: number): string {
  const after = index === 0 ? 'after enrolment' : 'after the previous email';
  if (value === 0) return `Immediately ${after}`;
  const singularUnit = unit.replace(/s$/u, '');
  const name = unit === 'days' && businessDaysOnly ? 'business day' : singularUnit;

  return `${value} ${name}${value === 1 ? '' : 's'} ${after}`;
}

/** The first words of the first variant. A parsed document runs no scripts and loads nothing. */
function textExcerpt({ variants: [first] }: Step): string {
  const text =
    first?.bodyText ??
    new DOMParser().parseFromString(first?.bodyHtml ?? '', 'text/html').body.textContent ??
    '';

  return text.replaceAll(/\s+/gu, ' ').trim().slice(0, 160);
}
