import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../../api/client.ts';

export type SendingPlan = Schemas['SendingPlan']['plan'];

/** The dry run of a start, which changes nothing. @throws ApiError 422 with every reason why the campaign cannot start */
export async function readPlan(id: string, signal: AbortSignal | null = null): Promise<SendingPlan> {
  const params = { path: { id } };
  const result = await unwrap(api.POST('/campaigns/{id}/start', { params, body: { dryRun: true }, signal }));
  if (!('plan' in result)) throw new TypeError('The dry run returned a campaign');

  return result.plan;
}

export const planQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['campaigns', 'plan', campaignId],
    queryFn: ({ signal }) => readPlan(campaignId, signal),
    staleTime: 60_000,
  });
