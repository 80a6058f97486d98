import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { api, type Schemas, unwrap } from '../../../../api/client.ts';
import { useList } from '../../../../api/lists.ts';
import { useSettled } from '../../../../components/form/use-settled.ts';
import { isWritten, type Step, toEditedSteps, type Variant } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';
import { accountsQuery } from '../queries.ts';
import { usePreview } from './preview-context.tsx';
import { recipientFields } from './recipient.ts';

/** A request is sent after typing has paused for this time, which keeps the requests far below the rate limit. */
const pauseMs = 600;

type PreviewRequest = Schemas['PreviewRequest'];

/** The email as it would be sent. Shows the previous email until the service has composed the next one. */
export function useEmailPreview() {
  const { campaign } = useEditorContext();
  const { request, missing } = usePreviewRequest();
  const lastRequest = useRef('');
  // While a merge field is unclosed, the last complete request stays.
  if (missing !== 'fieldEnd') lastRequest.current = request === undefined ? '' : JSON.stringify(request);
  const requestJson = lastRequest.current;
  const settledRequest = useSettled(requestJson, pauseMs);
  const query = useQuery({
    queryKey: ['campaigns', 'preview', campaign.id, settledRequest],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST('/campaigns/{id}/preview', {
          params: { path: { id: campaign.id } },
          body: JSON.parse(settledRequest) as PreviewRequest,
          signal,
        }),
      ),
    enabled: settledRequest !== '',
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    gcTime: 60_000,
  });

  return {
    missing,
    request,
    email: requestJson === '' ? undefined : query.data,
    error: requestJson === '' ? undefined : query.error,
    /** The shown email is older than the text. */
    isStale: query.isFetching || requestJson !== settledRequest || missing === 'fieldEnd',
    retry: () => void query.refetch(),
  };
}

/** Why there is no request: nothing is written, or a merge field is being written. */
type MissingPart = 'text' | 'fieldEnd';

/** The preview request for the selected email with its unsaved text, or the part that is missing. Empty while data is loading. */
function usePreviewRequest(): { readonly request?: PreviewRequest; readonly missing?: MissingPart } {
  const { draft, campaign } = useEditorContext();
  const { stepIndex, variantIndex, recipient, isReady } = usePreview();
  const accounts = useList(accountsQuery);
  const accountId = draft.emailAccountIds[0] ?? accounts.rows.find(canSend)?.id ?? accounts.rows[0]?.id;
  const variant = draft.steps[stepIndex]?.variants[variantIndex];

  return useMemo(() => {
    if (!variant || !isWritten(variant)) return { missing: 'text' };
    if (hasUnclosedField(variant)) return { missing: 'fieldEnd' };
    if (accounts.isPending || !isReady) return {};
    const steps = toEditedSteps(draft.steps.slice(0, stepIndex + 1).map(withPlaceholderText));
    const mayHaveThread = campaign.startedAt !== null && campaign.emailAccountIds.length > 0;

    return {
      request: {
        stepIndex,
        variantIndex,
        steps,
        ...recipientFields(recipient),
        // A contact of a started campaign may have a thread, so the service chooses the account. Otherwise, the account is
        // sent, because the service does not have the unsaved accounts of the draft.
        // Without an account, the service composes with a placeholder.
        ...(accountId && (recipient.kind === 'invented' || !mayHaveThread) && { emailAccountId: accountId }),
      },
    };
  }, [draft, campaign, stepIndex, variantIndex, recipient, accountId, variant, accounts.isPending, isReady]);
}

export const hasUnclosedField = ({ subject, bodyHtml, bodyText }: Variant): boolean =>
  [subject, bodyHtml, bodyText].some((text) => text && text.lastIndexOf('{{') > text.lastIndexOf('}}'));

const canSend = ({ status }: Schemas['EmailAccount']): boolean => status === 'connected';

/** Gives empty variants a space as their text: the service refuses a request with an empty email, even if it is not shown. */
const withPlaceholderText = (step: Step): Step => ({
  ...step,
  variants: step.variants.map((variant) =>
    variant.bodyHtml || variant.bodyText ? variant : { ...variant, bodyText: ' ' },
  ),
});
