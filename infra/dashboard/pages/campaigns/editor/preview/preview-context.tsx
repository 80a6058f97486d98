import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { useDraft } from '../editor-context.ts';
import { firstRecipientQuery, recentContactsQuery } from '../queries.ts';
import { type MergeField, mergeFieldsOf } from '../steps/merge-fields.ts';
import { exampleContact, type Recipient, sampleValuesOf } from './recipient.ts';

interface Preview {
  readonly stepIndex: number;
  readonly variantIndex: number;
  /** Selects the email that is edited and shown. */
  readonly select: (stepKey: string, variantKey?: string) => void;
  readonly recipient: Recipient;
  /** Whether it is known which contact the preview begins with. */
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
  const { draft, campaign } = useDraft();
  const [selected, setSelected] = useState<{
    readonly step: string;
    readonly variant?: string | undefined;
  }>();
  const [chosen, setRecipient] = useState<Recipient>();
  const { data: recent, isPending } = useQuery(recentContactsQuery);
  const { data: first, isPending: isFirstPending } = useQuery(firstRecipientQuery(campaign.id));
  const contact = first?.data[0] ?? recent?.data[0];
  const recipient = useMemo<Recipient>(
    () => chosen ?? (contact ? { kind: 'contact', contact } : { kind: 'sample', contact: exampleContact }),
    [chosen, contact],
  );
  const mergeFields = useMemo(() => {
    const names = new Set(recent?.data.flatMap(({ customFields }) => Object.keys(customFields)));

    return mergeFieldsOf([...names].sort(), sampleValuesOf(recipient));
  }, [recent, recipient]);
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
    isReady: chosen !== undefined || !(isPending || isFirstPending),
    select: (step, variant) => setSelected({ step, variant }),
  };

  return <PreviewContext value={value}>{children}</PreviewContext>;
}
