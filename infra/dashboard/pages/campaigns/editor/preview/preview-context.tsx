import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { companyQuery } from '../../../companies/queries.ts';
import { useEditorContext } from '../editor-context.ts';
import { firstRecipientQuery, recentContactsQuery } from '../queries.ts';
import { type MergeField, mergeFieldsOf } from '../steps/merge-fields.ts';
import { exampleContact, type Recipient, sampleValuesOf } from './recipient.ts';

interface Preview {
  readonly stepIndex: number;
  readonly variantIndex: number;
  /** Selects the email that is edited and shown; without `variantKey`, its first variant. */
  readonly selectEmail: (stepKey: string, variantKey?: string) => void;
  readonly recipient: Recipient;
  /** Whether the initial recipient is loaded, or the user has chosen one. */
  readonly isReady: boolean;
  readonly setRecipient: (recipient: Recipient) => void;
  readonly mergeFields: readonly MergeField[];
}

const PreviewContext = createContext<Preview | undefined>(undefined);

export function usePreview(): Preview {
  const preview = use(PreviewContext);
  if (!preview) throw new Error('This component is not part of an editor.');

  return preview;
}

export function PreviewProvider({ children }: { readonly children: ReactNode }) {
  const { draft, campaign } = useEditorContext();
  const [selected, setSelected] = useState<{
    readonly step: string;
    readonly variant?: string | undefined;
  }>();
  const [chosenRecipient, setRecipient] = useState<Recipient>();
  const { data: recentContacts, isPending: isRecentPending } = useQuery(recentContactsQuery);
  const { data: firstRecipients, isPending: isFirstPending } = useQuery(firstRecipientQuery(campaign.id));
  const initialContact = firstRecipients?.data[0] ?? recentContacts?.data[0];
  const recipient = useMemo<Recipient>(
    () =>
      chosenRecipient ??
      (initialContact
        ? { kind: 'contact', contact: initialContact }
        : { kind: 'invented', contact: exampleContact }),
    [chosenRecipient, initialContact],
  );
  const companyId = recipient.kind === 'contact' ? recipient.contact.companyId : null;
  const { data: company } = useQuery({ ...companyQuery(companyId ?? ''), enabled: companyId !== null });
  const mergeFields = useMemo(() => {
    const names = new Set(recentContacts?.data.flatMap(({ customFields }) => Object.keys(customFields)));

    return mergeFieldsOf([...names].sort(), sampleValuesOf(recipient, company?.value));
  }, [recentContacts, recipient, company]);
  const stepIndex = Math.max(
    0,
    draft.steps.findIndex(({ key }) => key === selected?.step),
  );
  const variants = draft.steps[stepIndex]?.variants ?? [];
  const variantIndex = Math.max(
    0,
    variants.findIndex(({ key }) => key === selected?.variant),
  );
  const value: Preview = {
    stepIndex,
    variantIndex,
    recipient,
    setRecipient,
    mergeFields,
    isReady: chosenRecipient !== undefined || !(isRecentPending || isFirstPending),
    selectEmail: (step, variant) => setSelected({ step, variant }),
  };

  return <PreviewContext value={value}>{children}</PreviewContext>;
}
