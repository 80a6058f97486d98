import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useMemo } from 'react';
import { planQuery } from '../../plan/plan-query.ts';
import type { Variant } from '../draft.ts';
import { isWritten } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';
import { checkContent } from './content-checks.ts';
import './content-panel.css';

interface ContentPanelProps {
  readonly variant: Variant;
  readonly isReply: boolean;
}

/** Informs about an email, and blocks nothing. */
export function ContentPanel({ variant, isReply }: ContentPanelProps) {
  const { campaign, isChanged } = useEditorContext();
  const client = useQueryClient();
  const query = planQuery(campaign.id);
  // Only the last dry run of these texts: the panel sends no request.
  const { data: plan } = useQuery({ ...query, enabled: false });
  const isOutdated = isChanged || client.getQueryState(query.queryKey)?.isInvalidated === true;
  const missingFields = isOutdated ? undefined : plan?.missingFields;
  const { facts, hints } = useMemo(
    () => checkContent({ ...variant, isReply }, missingFields),
    [variant, isReply, missingFields],
  );
  if (!isWritten(variant)) return null;

  return (
    <section className="content-panel" aria-label="Content checks">
      <div className="muted">
        {[...facts, ...(hints.length === 0 ? ['no hints for the text'] : [])].join(' · ')}
      </div>
      <ul>
        {hints.map((hint) => (
          <li key={hint}>
            <Info aria-hidden="true" />
            <span>{hint}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
