import { expect, test } from 'vitest';
import { bodyOf } from '../support/answer.ts';
import { testDomain } from './support/test-data.ts';
import { useStage } from './support/use-stage.ts';

const { api, runId } = useStage();

test('a request that is sent twice with one Idempotency-Key is executed once', async () => {
  const headers = { 'Idempotency-Key': runId };
  const body = { email: `${runId}-idempotent@${testDomain}` };
  const first = await api.POST('/contacts', { headers, body });
  const second = await api.POST('/contacts', { headers, body });
  const other = await api.POST('/contacts', { headers, body: { ...body, firstName: 'Other' } });
  const markOf = ({ response }: { response: Response }, mark: string) =>
    response.headers.get(`idempotency-${mark}`);

  expect(bodyOf(second)).toEqual(bodyOf(first));
  expect([first.response.status, second.response.status]).toEqual([201, 201]);
  expect(bodyOf(other)).toEqual(bodyOf(first));
  expect([first, second].map((answer) => markOf(answer, 'replayed'))).toEqual([null, 'true']);
  expect([second, other].map((answer) => markOf(answer, 'mismatch'))).toEqual([null, 'body']);
});
