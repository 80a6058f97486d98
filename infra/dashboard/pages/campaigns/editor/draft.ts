import type { Schemas } from '../../../api/client.ts';
import { changedFields } from '../../../components/form/changed-fields.ts';
import type { Option } from '../../../components/form/select.tsx';
import type { Campaign } from '../queries.ts';

type StoredVariant = Schemas['Step']['variants'][number];

/** `key` identifies a variant on this page, because new variants have no `id`. The body of a format that is not used is null. */
export interface Variant extends Omit<StoredVariant, 'id'> {
  readonly key: string;
  readonly id?: string | undefined;
}

export interface Step extends Omit<Schemas['Step'], 'id' | 'type' | 'variants'> {
  readonly key: string;
  readonly id?: string | undefined;
  readonly variants: readonly Variant[];
}

const settingNames = [
  'name',
  'description',
  'tags',
  'schedule',
  'emailAccountIds',
  'threadReassignments',
  'dailyLimit',
  'dailyNewContactLimit',
  'prioritizeNewContacts',
  'maxContactsPerCompanyPerDay',
  'stopOnReply',
  'stopCompanyOnReply',
  'stopOnClick',
  'stopOnAutoReply',
  'autoReplyDelayDays',
  'honourOptOutReplies',
  'trackOpens',
  'trackClicks',
  'plainTextOnly',
  'unsubscribe',
  'bouncePauseThreshold',
  'allowReentry',
  'allowParallel',
  'continuous',
  'audience',
] as const;

/** The edited values. Paths of fields are the same as in the request: `steps[1].variants[0].subject`. */
export interface Draft extends Pick<Campaign, (typeof settingNames)[number]> {
  readonly steps: readonly Step[];
  /** Contacts to enrol when the campaign is saved, with their names. */
  readonly addContactIds: readonly Option[];
}

const newKey = (): string => `new-${crypto.randomUUID()}`;

const emptyVariant = (): Variant => ({
  key: newKey(),
  subject: '',
  bodyHtml: null,
  bodyText: '',
  weight: 100,
  enabled: true,
});

export const emptyStep = (position: number): Step => ({
  key: newKey(),
  delay: { value: position === 0 ? 0 : 3, unit: 'days' },
  businessDaysOnly: true,
  thread: position === 0 ? 'new' : 'reply',
  winnerRule: null,
  variants: [emptyVariant()],
});

/** A copy without ids, which is saved as a new step. */
export const copyStep = (step: Step): Step => ({
  ...step,
  key: newKey(),
  id: undefined,
  variants: step.variants.map(copyVariant),
});

export const copyVariant = (variant: Variant): Variant => ({ ...variant, key: newKey(), id: undefined });

export function draftOf(campaign: Campaign): Draft {
  const settings = Object.fromEntries(settingNames.map((name) => [name, campaign[name]]));
  const steps = campaign.steps.map(({ type: _type, ...step }) => ({
    ...step,
    key: step.id,
    variants: step.variants.map((variant) => ({ ...variant, key: variant.id })),
  }));

  return {
    ...(settings as Omit<Draft, 'steps' | 'addContactIds'>),
    steps: steps.length > 0 ? steps : [emptyStep(0)],
    addContactIds: [],
  };
}

/** Steps in the form of the request. A body that is not written yet is null. */
export const toEditedSteps = (steps: readonly Step[]): Schemas['EditedStep'][] =>
  steps.map(({ key: _key, id, variants, ...step }) => ({
    ...(id !== undefined && { id }),
    ...step,
    variants: variants.map(({ key: _variantKey, id: variantId, bodyHtml, bodyText, ...variant }) => ({
      ...(variantId !== undefined && { id: variantId }),
      ...variant,
      bodyHtml: bodyHtml || null,
      bodyText: bodyText || null,
    })),
  }));

export const isWritten = ({ subject, bodyHtml, bodyText }: Variant): boolean =>
  subject !== '' || Boolean(bodyHtml) || Boolean(bodyText);

/** A campaign without emails shows one empty email, which is not saved until something is written. */
export const isUntouched = (steps: readonly Step[]): boolean =>
  steps.length === 1 && steps[0]?.id === undefined && !steps[0]?.variants.some(isWritten);

function toRequest({ steps, addContactIds, description, ...settings }: Draft): Schemas['CampaignPatch'] {
  return {
    ...settings,
    description: description || null,
    steps: isUntouched(steps) ? [] : toEditedSteps(steps),
    ...(addContactIds.length > 0 && { addContactIds: addContactIds.map(({ value }) => value) }),
  };
}

/** The fields that differ from the saved campaign. */
export const patchOf = (draft: Draft, saved: Draft): Schemas['CampaignPatch'] =>
  changedFields(toRequest(draft), toRequest(saved));

/**
 * The state after a save: the values of the service, except for fields that the user edited while the request was in flight.
 * Steps keep their keys.
 * @param sent the draft at the time of the request
 */
export function mergeSaved(draft: Draft, sent: Draft, campaign: Campaign): { draft: Draft; saved: Draft } {
  const returned = draftOf(campaign);
  // The empty email that a campaign without emails shows is not saved, so it stays as it was sent.
  const savedSteps = campaign.steps.length === 0 ? sent.steps : withKeys(returned.steps, sent.steps);
  const saved: Draft = { ...returned, steps: savedSteps };
  const names = Object.keys(saved) as (keyof Draft)[];
  const editedSinceSent = Object.fromEntries(
    names.filter((name) => draft[name] !== sent[name]).map((name) => [name, draft[name]]),
  );

  return {
    saved,
    draft: {
      ...saved,
      ...editedSinceSent,
      steps: withIds(draft.steps, sent.steps, saved.steps),
      addContactIds: draft.addContactIds.filter((contact) => !sent.addContactIds.includes(contact)),
    },
  };
}

/** The saved steps with the keys of the sent ones, so that React keeps their fields. */
const withKeys = (steps: readonly Step[], sent: readonly Step[]): readonly Step[] =>
  steps.map((step, position) => ({
    ...step,
    key: sent[position]?.key ?? step.key,
    variants: step.variants.map((variant, index) => ({
      ...variant,
      key: sent[position]?.variants[index]?.key ?? variant.key,
    })),
  }));

/** The edited steps with the ids that the service has assigned to new ones. */
function withIds(steps: readonly Step[], sent: readonly Step[], saved: readonly Step[]): readonly Step[] {
  if (steps === sent) return saved;
  const ids = new Map(saved.flatMap((step) => [step, ...step.variants]).map(({ key, id }) => [key, id]));

  return steps.map((step) => ({
    ...step,
    id: ids.get(step.key) ?? step.id,
    variants: step.variants.map((variant) => ({ ...variant, id: ids.get(variant.key) ?? variant.id })),
  }));
}

/** A copy without ids, contacts, thread reassignments, and the start and end dates, which are probably in the past. */
export function newCampaignOf(campaign: Campaign): Omit<Schemas['NewCampaign'], 'name'> {
  const {
    name: _name,
    steps,
    addContactIds: _contacts,
    threadReassignments: _,
    ...settings
  } = draftOf(campaign);

  return {
    ...settings,
    schedule: { ...campaign.schedule, startAt: null, endAt: null },
    steps: isUntouched(steps) ? [] : toEditedSteps(steps.map(copyStep)),
  };
}
