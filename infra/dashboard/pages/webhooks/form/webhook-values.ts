import type { Schemas } from '../../../api/client.ts';
import { changedFields } from '../../../components/form/changed-fields.ts';
import type { Webhook } from '../queries.ts';

export interface WebhookValues {
  readonly url: string;
  readonly description: string;
  readonly events: Webhook['events'];
  readonly include: Webhook['include'];
  readonly filters: {
    readonly campaignIds: readonly string[];
    readonly emailAccountIds: readonly string[];
    /** Separated by commas. */
    readonly tags: string;
  };
}

export const emptyValues: WebhookValues = {
  url: '',
  description: '',
  events: ['*'],
  include: [],
  filters: { campaignIds: [], emailAccountIds: [], tags: '' },
};

export const toValues = ({ url, description, events, include, filters }: Webhook): WebhookValues => ({
  url,
  events,
  include,
  description: description ?? '',
  filters: { ...filters, tags: filters.tags.join(', ') },
});

/** The body to create a webhook. It contains every field. */
export const toRequest = ({ url, description, events, include, filters }: WebhookValues) => ({
  url: url.trim(),
  events: [...events],
  include: [...include],
  description: description === '' ? null : description,
  filters: {
    campaignIds: [...filters.campaignIds],
    emailAccountIds: [...filters.emailAccountIds],
    tags: parseTags(filters.tags),
  } satisfies Schemas['WebhookFiltersInput'],
});

/** The fields and filters that differ from the values before the edit. */
export function toPatch(values: WebhookValues, before: WebhookValues): Schemas['WebhookPatch'] {
  const { filters, ...fields } = toRequest(values);
  const { filters: filtersBefore, ...fieldsBefore } = toRequest(before);
  const changedFilters = changedFields(filters, filtersBefore);

  return {
    ...changedFields(fields, fieldsBefore),
    ...(Object.keys(changedFilters).length > 0 && { filters: changedFilters }),
  };
}

const parseTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];
