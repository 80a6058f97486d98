import type { NewEvent } from '#lib/commit/change.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { isObject } from '../../infra/openapi/json-schema.ts';
import { sampleOfEvent } from '../../infra/openapi/samples.ts';

const subjects = ['executionId', 'campaignId', 'contactId', 'stepId', 'emailAccountId'];

/** Complete data of an event type, about these subjects. */
export function dataOf(kind: EventKind, about: NewEvent['data']): NewEvent['data'] {
  const sample = sampleOfEvent(kind);
  const data = isObject(sample) && isObject(sample['data']) ? sample['data'] : {};

  return {
    ...Object.fromEntries(Object.entries(data).filter(([name]) => !subjects.includes(name))),
    ...about,
  };
}
