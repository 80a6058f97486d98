import {
  completeSteps,
  stepIdFaults,
  templateFaults,
  threadFaults,
} from '#lib/campaigns/definition/steps.ts';
import type { PreviewRequest } from '#lib/campaigns/preview/schemas.ts';
import { readStored } from '#lib/campaigns/read.ts';
import { accountOfThread } from '#lib/campaigns/state/running.ts';
import type { Step } from '#lib/campaigns/state/step.ts';
import type { CampaignItem, StoredCampaign } from '#lib/campaigns/state/stored.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import { findSender, type SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import type { ComposedSender } from '#lib/emails/compose-step.ts';
import { companyFor } from '#lib/emails/rendering/merge-company.ts';
import type { MergeCompany, MergeContact } from '#lib/emails/rendering/merge-fields.ts';
import { chooseVariant, type Variant } from '#lib/emails/rendering/variant.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { findExecution } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { sampleContactId, sampleId } from '#lib/values/ids.ts';
import { invalid, invalidField } from '#lib/values/problem.ts';

/** The recipient of a preview. Its `companyOf` reads the contact's company, if a text of the variant uses a company field. */
interface PreviewRecipient {
  readonly contact: MergeContact & { readonly id: string };
  readonly companyOf: (variant: Variant) => Promise<MergeCompany | undefined>;
  /** A sample execution if the contact is not enrolled: its links and its Message-ID belong to no contact. */
  readonly execution: Pick<Execution, 'id' | 'sentSteps' | 'thread' | 'emailAccountId' | 'messageDomain'>;
}

export interface PreviewTarget extends PreviewRecipient {
  /** Seed of the variant and of the choices in its texts. */
  readonly seed: string;
  readonly campaign: CampaignItem;
  /** Undefined if neither the request nor the campaign names an account. */
  readonly account: SendingAccount | undefined;
  /** The account, or `placeholderSender`. */
  readonly sender: ComposedSender;
  readonly steps: readonly Step[];
  readonly stepIndex: number;
  readonly step: Step;
  readonly variantIndex: number;
  readonly variant: Variant;
}

/** Texts can be written before an account is connected. */
const placeholderSender: ComposedSender = {
  email: 'you@example.com',
  fromName: 'Your name',
  replyTo: null,
  signatureHtml: null,
  postalAddress: null,
  trackingDomain: null,
  trackingDomainStatus: null,
};

/**
 * Reads the recipient, the account, the step and the variant of a preview.
 * @throws Problem 404 if the campaign does not exist, 422 for invalid steps and for ids that do not exist
 */
export async function readPreviewTarget(
  { table, now }: Services,
  workspaceId: string,
  campaignId: string,
  request: PreviewRequest,
): Promise<PreviewTarget> {
  const stored = await readStored(table, workspaceId, campaignId);
  const steps = request.steps ? unsavedSteps(request.steps, stored, now()) : stored.steps;
  const recipient = await readRecipient(table, workspaceId, campaignId, request);
  const account = await readAccount(table, workspaceId, stored.item, recipient, request.emailAccountId);
  const { stepIndex } = request;
  const step = steps[stepIndex];
  if (!step) throw invalidField('stepIndex', 'exists', `does not exist: there are ${steps.length} steps`);
  const seed = recipient.execution.id;
  const chosenVariant = chooseVariant(step, seed, stored.item.winners);
  const variantIndex = request.variantIndex ?? (chosenVariant ? step.variants.indexOf(chosenVariant) : 0);
  const variant = step.variants[variantIndex];
  if (!variant) {
    const message = `does not exist: there are ${step.variants.length} variants`;
    throw invalidField('variantIndex', 'exists', message);
  }

  return {
    ...recipient,
    seed,
    campaign: stored.item,
    account,
    sender: account ?? placeholderSender,
    steps,
    stepIndex,
    step,
    variantIndex,
    variant,
  };
}

/** Keeps the texts of the contact. The links, the Message-ID and the thread belong to no contact, so they have no effect. */
export function withoutContact(target: PreviewTarget, executionId: string): PreviewTarget {
  const { contact, execution } = target;

  return {
    ...target,
    contact: { ...contact, id: sampleContactId },
    execution: { ...execution, id: executionId },
  };
}

/** Steps without an id get the same sample ids in each preview, so that their choices do not change between previews. */
function unsavedSteps(
  edited: NonNullable<PreviewRequest['steps']>,
  stored: StoredCampaign,
  now: number,
): Step[] {
  const faults = [...stepIdFaults(edited, stored.steps), ...threadFaults(edited), ...templateFaults(edited)];
  if (faults.length > 0) throw invalid(faults);

  return completeSteps(
    edited.map((step, position) => ({ ...step, id: step.id ?? sampleId('stp', position) })),
    now,
  );
}

async function readRecipient(
  table: Table,
  workspaceId: string,
  campaignId: string,
  { contactId, contact: sample }: PreviewRequest,
): Promise<PreviewRecipient> {
  const sampleExecution = { id: sampleId('exe', 0), sentSteps: [] };
  if (sample) {
    const { company, ...profile } = sample;

    return {
      contact: { id: sampleContactId, ...profile },
      companyOf: async () => company,
      execution: sampleExecution,
    };
  }
  // The schema of the request ensures that it has either `contact` or `contactId`.
  const [contact, enrolled] = await Promise.all([
    findContact(table, workspaceId, contactId ?? ''),
    findExecution(table, workspaceId, contactId ?? '', campaignId),
  ]);
  if (!contact) throw invalidField('contactId', 'exists', 'does not exist');

  return {
    contact,
    companyOf: (variant) => companyFor(table, workspaceId, variant, contact),
    execution: enrolled ?? sampleExecution,
  };
}

async function readAccount(
  table: Table,
  workspaceId: string,
  campaign: CampaignItem,
  { execution }: PreviewRecipient,
  requested: string | undefined,
): Promise<SendingAccount | undefined> {
  const threadAccountId = execution.emailAccountId && accountOfThread(campaign, execution.emailAccountId);
  const accountId = requested ?? threadAccountId ?? campaign.emailAccountIds[0];
  if (accountId === undefined) return undefined;
  const account = await findSender(table, workspaceId, accountId);
  if (!account) throw invalidField('emailAccountId', 'exists', 'does not exist');

  return account;
}
