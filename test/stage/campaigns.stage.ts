import { expect, test } from 'vitest';
import { bodyOf } from '../support/answer.ts';
import { testDomain } from './support/test-data.ts';
import { useStage } from './support/use-stage.ts';

const { api, runId } = useStage();

const step = (subject: string) => ({
  variants: [{ subject, bodyText: 'Hi {{firstName | default: "there"}}' }],
});

/** Without an account nothing can be sent, so the campaign stays a draft. */
test('a draft has steps and contacts, and a dry run lists what it lacks', async () => {
  const contact = bodyOf(await api.POST('/contacts', { body: { email: `${runId}-draft@${testDomain}` } }));
  const created = await api.POST('/campaigns', {
    body: {
      name: `${runId} draft`,
      tags: ['stage-test'],
      steps: [step('Hello'), { ...step('Hello again'), delay: { value: 3, unit: 'days' } }],
      contactIds: [contact.id],
    },
  });
  const { id, status, steps, enrolment } = bodyOf(created);
  const params = { path: { id } };

  expect(created.response.status).toBe(201);
  expect([status, steps.length, enrolment.enrolled]).toEqual(['draft', 2, 1]);
  const changed = await api.PATCH('/campaigns/{id}', { params, body: { dailyLimit: 5 } });
  expect(bodyOf(changed).dailyLimit).toBe(5);

  const dry = await api.POST('/campaigns/{id}/start', { params, body: { dryRun: true } });
  expect(dry.response.status).toBe(422);
  expect(JSON.stringify(dry.error)).toContain('emailAccountIds');

  const kept = bodyOf(await api.GET('/campaigns/{id}', { params }));
  expect([kept.status, kept.stats.sent]).toEqual(['draft', 0]);
  expect((await api.DELETE('/campaigns/{id}', { params })).response.status).toBe(204);
  expect((await api.GET('/campaigns/{id}', { params })).response.status).toBe(404);
});

test('an invalid step gets 422 with its path', async () => {
  const body = { name: `${runId} wrong`, steps: [step('Hello'), { ...step('x'), delay: { value: 999 } }] };
  const refused = await api.POST('/campaigns', { body: Object(body) });

  expect(refused.response.status).toBe(422);
  expect(JSON.stringify(refused.error)).toContain('steps[1].delay');
});
