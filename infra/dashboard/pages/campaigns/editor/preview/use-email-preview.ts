import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { api, type Schemas, unwrap } from '../../../../api/client.ts';
import { useList } from '../../../../api/lists.ts';
import { isWritten, type Step, stepsOf, type Variant } from '../draft.ts';
import { useDraft } from '../editor-context.ts';
import { accountsQuery } from '../queries.ts';
import { useSettled } from '../use-settled.ts';
import { usePreview } from './preview-context.tsx';
import { recipientOf } from './recipient.ts';

/** Typing pauses before a request: at most one in a second, far below the rate limit. */
const pauseMs = 600;

type PreviewRequest = Schemas['PreviewRequest'];

/** Why there is no request: nothing is written, no account could send the email, or a merge field is being written. */
type Missing = 'text' | 'account' | 'fieldEnd';

/** The request for the selected email with its unsaved text; undefined if something is missing. */
function usePreviewRequest(): { readonly request?: PreviewRequest; readonly missing?: Missing } {
  const { draft, campaign } = useDraft();
  const { stepIndex, variantIndex, recipient, isReady } = usePreview();
  const accounts = useList(accountsQuery);
  const accountId = draft.emailAccountIds[0] ?? accounts.rows.find(canSend)?.id ?? accounts.rows[0]?.id;
  const variant = draft.steps[stepIndex]?.variants[variantIndex];

  return useMemo(() => {
    if (!variant || !isWritten(variant)) return { missing: 'text' };
    if (hasOpenField(variant)) return { missing: 'fieldEnd' };
    if (accounts.isPending || !isReady) return {};
    if (accountId === undefined) return { missing: 'account' };
    const steps = stepsOf(draft.steps.slice(0, stepIndex + 1).map(withText));
    const hasThreads = campaign.startedAt !== null && campaign.emailAccountIds.length > 0;

    return {
      request: {
        stepIndex,
        variantIndex,
        steps,
        ...recipientOf(recipient),
        // The thread of a contact has its own account, and the accounts of the draft may not be saved.
        ...((recipient.kind === 'sample' || !hasThreads) && { emailAccountId: accountId }),
      },
    };
  }, [draft, campaign, stepIndex, variantIndex, recipient, accountId, variant, accounts.isPending, isReady]);
}

const hasOpenField = ({ subject, bodyHtml, bodyText }: Variant): boolean =>
  [subject, bodyHtml, bodyText].some((text) => text && text.lastIndexOf('{{') > text.lastIndexOf('}}'));

const canSend = ({ status }: Schemas['EmailAccount']): boolean => status === 'connected';

/** Emails that are not written yet must not keep the others from being shown. */
const withText = (step: Step): Step => ({
  ...step,
  variants: step.variants.map((variant) =>
    variant.bodyHtml || variant.bodyText ? variant : { ...variant, bodyText: ' ' },
  ),
});

/** The email as it would be sent. Keeps the last one while the next is composed. */
export function useEmailPreview() {
  const { campaign } = useDraft();
  const { request, missing } = usePreviewRequest();
  const shown = useRef('');
  if (missing !== 'fieldEnd') shown.current = request === undefined ? '' : JSON.stringify(request);
  const text = shown.current;
  const settled = useSettled(text, pauseMs);
  const query = useQuery({
    queryKey: ['campaigns', 'preview', campaign.id, settled],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST('/campaigns/{id}/preview', {
          params: { path: { id: campaign.id } },
          body: JSON.parse(settled) as PreviewRequest,
          signal,
        }),
      ),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    gcTime: 60_000,
  });

  return {
    missing,
    request,
    email: text === '' ? undefined : query.data,
    error: text === '' ? undefined : query.error,
    /** The shown email is older than the text. */
    isBehind: query.isFetching || text !== settled || missing === 'fieldEnd',
    retry: () => void query.refetch(),
  };
}
