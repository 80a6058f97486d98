import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { BulkAction, NewBulkJob } from '#lib/bulk-jobs/bulk-job.ts';
import { PreviewRequest, TestEmailRequest } from '#lib/campaigns/preview/schemas.ts';
import { RecipientAction } from '#lib/campaigns/recipients/action.ts';
import { newId } from '#lib/values/ids.ts';
import { documented } from '../../support/documented.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(documented, 'openapi');

interface Body {
  readonly schema: z.ZodMiniType;
  readonly actions: readonly string[];
  /** A valid value of each other field. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const contactIds = [newId('con', 0)];
const recipients = {
  contactId: newId('con', 0),
  contact: { email: 'ann@example.com' },
  stepIndex: 0,
};

const bodies: Readonly<Record<string, Body>> = {
  NewBulkJob: {
    schema: NewBulkJob,
    actions: BulkAction.options,
    fields: {
      filter: { tag: 'vip' },
      contactIds,
      fields: { city: 'Bonn' },
      tags: ['vip'],
      campaignId: newId('cmp', 0),
    },
  },
  RecipientAction: {
    schema: RecipientAction,
    actions: RecipientAction.shape.action.options,
    fields: { contactIds, stepId: newId('stp', 0), outcome: 'sent' },
  },
  PreviewRequest: { schema: PreviewRequest, actions: [], fields: recipients },
  TestEmailRequest: {
    schema: TestEmailRequest,
    actions: [],
    fields: { ...recipients, to: 'ada@example.com' },
  },
};

/** Each set of the fields, with each action. */
function* bodiesOf({ actions, fields }: Body): Generator<object> {
  const entries = Object.entries(fields);
  for (const action of actions.length > 0 ? actions : [undefined]) {
    for (let chosen = 0; chosen < 2 ** entries.length; chosen++) {
      const included = entries.filter((_, position) => Math.floor(chosen / 2 ** position) % 2 === 1);

      yield { ...(action !== undefined && { action }), ...Object.fromEntries(included) };
    }
  }
}

describe.each(Object.entries(bodies))('%s', (name, body) => {
  test('the document accepts the fields that the service accepts with each action', () => {
    const isValid = ajv.getSchema(`openapi#/components/schemas/${name}`);
    const accepted = [...bodiesOf(body)].filter((each) => body.schema.safeParse(each).success);

    expect([...bodiesOf(body)].filter((each) => isValid?.(each))).toEqual(accepted);
    expect(accepted).not.toEqual([]);
  });

  test('its variants have names and no discriminator', () => {
    const { oneOf = [], ...union } = documented.components.schemas[name] ?? {};

    expect(oneOf.map(({ $ref }) => typeof $ref)).toEqual(oneOf.map(() => 'string'));
    expect(oneOf.length).toBeGreaterThan(1);
    expect(Object.keys(union)).toEqual(['description']);
  });
});
