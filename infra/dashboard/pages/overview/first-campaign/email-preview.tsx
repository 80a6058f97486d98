import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { Notice } from '../../../components/notice.tsx';
import { Segments } from '../../../components/segments.tsx';
import { QueryState } from '../../../components/states.tsx';
import { exampleContact, type SampleContact } from '../../campaigns/editor/preview/recipient.ts';
import type { Campaign } from '../queries.ts';

interface EmailPreviewProps {
  readonly campaign: Campaign;
  /** Without it, the email is for a contact of the campaign, or for an example. */
  readonly contact: SampleContact | undefined;
  readonly emailIndex: number;
  readonly onChooseEmail: (index: number) => void;
}

/** Each email of the draft as the contact would receive it. */
export function EmailPreview({
  campaign: { id, steps, updatedAt, stats },
  contact,
  emailIndex,
  onChooseEmail,
}: EmailPreviewProps) {
  const stepIndex = Math.min(emailIndex, steps.length - 1);
  const first = useQuery({
    ...recipientQuery(id, contact?.email, stats.contacts),
    enabled: stats.contacts > 0,
  });
  const contactId = first.data?.data[0]?.id;
  // An enrolled contact has the choices of the sent emails in its texts.
  const recipient = contactId ? { contactId } : { contact: contact ?? exampleContact };
  const body = { stepIndex, variantIndex: 0, ...recipient };
  const query = useQuery({
    queryKey: ['campaigns', 'preview', id, updatedAt, body],
    queryFn: ({ signal }) =>
      unwrap(api.POST('/campaigns/{id}/preview', { params: { path: { id } }, body, signal })),
    enabled: !first.isLoading,
    placeholderData: keepPreviousData,
  });

  return (
    <div className="first-preview">
      <Segments
        label="Emails"
        segments={steps.map((_step, index) => ({ value: index, label: `Email ${index + 1}` }))}
        value={stepIndex}
        onChange={onChooseEmail}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard. */}
      <section className="first-email" aria-label="Preview" aria-busy={query.isFetching} tabIndex={0}>
        <QueryState query={query} lines={8}>
          {(email) => <Email email={email} />}
        </QueryState>
      </section>
    </div>
  );
}

/** A contact of the campaign, by its address if it is known. More enrolled contacts can contain it. */
const recipientQuery = (campaignId: string, search: string | undefined, enrolledCount: number) =>
  queryOptions({
    queryKey: ['contacts', 'recipient-of-campaign', campaignId, search, enrolledCount],
    queryFn: ({ signal }) => {
      const query = { campaignId, limit: 1, ...(search !== undefined && { search }) };

      return unwrap(api.GET('/contacts', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });

function Email({
  email: { subject, from, to, text, warnings },
}: {
  readonly email: Schemas['EmailPreview'];
}) {
  return (
    <>
      <div className="strong">{subject}</div>
      <div className="muted">{`${from.name ?? from.email} → ${to}`}</div>
      {warnings
        .filter(({ code }) => code === 'missing_variables')
        .map(({ code, message }) => (
          <Notice key={code} tone="danger" isQuiet>
            {message}
          </Notice>
        ))}
      <p>
        {text.split(/(\[[^\]\n]+\])/u).map((part, index) =>
          // Every second part is a text in square brackets, which is to be replaced.
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
          index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
        )}
      </p>
    </>
  );
}
