import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/badge.tsx';
import { countOf } from '../../../components/number.tsx';
import { Card } from '../../../components/page/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { timingText } from '../editor/steps/step-words.ts';
import { stepSubject } from '../labels.ts';
import type { Campaign } from '../queries.ts';
import { templateTitle } from '../template-title.ts';
import { EditLink } from './edit-link.tsx';

type Step = Campaign['steps'][number];

/** The steps with their delays, and the recipients that wait for each. */
export function SequenceCard({ campaign }: { readonly campaign: Campaign }) {
  const { id, steps } = campaign;

  return (
    <Card title="Sequence">
      {steps.length === 0 ? (
        <EmptyState
          title="No steps"
          action={
            <EditLink campaignId={id} section="emails">
              Write the first email
            </EditLink>
          }
        />
      ) : (
        <ol className="stack sequence">
          {steps.map((step, index) => (
            <li key={step.id}>
              <span className="sequence-number" aria-hidden="true">
                {index + 1}
              </span>
              <div>
                <div className="sequence-subject">{stepSubject(campaign, step.id)}</div>
                <div className="muted ellipsis">{textExcerpt(step)}</div>
                <div className="muted">{timingText(step, index)}</div>
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
                      {`Compare ${countOf(step.variants.length, 'variant')}`}
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

/** The first words of the first variant. A parsed document runs no scripts and loads nothing. */
function textExcerpt({ variants: [first] }: Step): string {
  const text =
    first?.bodyText ??
    new DOMParser().parseFromString(first?.bodyHtml ?? '', 'text/html').body.textContent ??
    '';

  return templateTitle(text).slice(0, 160);
}
