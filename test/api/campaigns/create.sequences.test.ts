import { beforeAll, expect, test } from 'vitest';
import { handler as create } from '../../../functions/campaigns/create.ts';
import { handler as preview } from '../../../functions/campaigns/preview.ts';
import { sequences, toSteps } from '../../../infra/dashboard/pages/campaigns/sequences/sequences.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await newWorkspace();
});

test('the dashboard offers at least eight ready sequences', () => {
  expect(new Set(sequences.map(({ name }) => name)).size).toBeGreaterThanOrEqual(8);
});

test.each(sequences)(
  'the emails of the sequence $name need no value of a contact, and only their placeholders are to be replaced',
  async (sequence) => {
    const post = { method: 'POST', apiKey: workspace.apiKey } as const;
    const body = { name: sequence.name, steps: toSteps(sequence) };
    const created = await call(create, { ...post, path: '/campaigns', body });
    expect(created.status).toBe(201);
    const { id } = created.body;
    for (const stepIndex of sequence.emails.keys()) {
      const path = `/campaigns/${id}/preview`;
      const request = { ...post, path, params: { id } };
      const contact = { email: 'ada@example.com' };
      const email = await call(preview, { ...request, body: { stepIndex, contact } });

      expect(email.status).toBe(200);
      const codes = email.body.warnings.map(({ code }: { code: string }) => code);
      expect(codes.filter((code: string) => code !== 'placeholder_text')).toEqual([]);
    }
  },
);
