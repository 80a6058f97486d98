import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap, unwrapVersion } from '../../../api/client.ts';
import { campaignQuery } from '../queries.ts';

export type SendingPlan = Schemas['SendingPlan']['plan'];

/** The dry run of a start, which changes nothing. @throws ApiError 422 with every reason why the campaign cannot start */
async function readPlan(id: string, signal: AbortSignal | null = null): Promise<SendingPlan> {
  const params = { path: { id } };
  const result = await unwrap(api.POST('/campaigns/{id}/start', { params, body: { dryRun: true }, signal }));
  if (!('plan' in result)) throw new TypeError('The dry run returned a campaign');

  return result.plan;
}

/** Starts a campaign. Its page immediately shows the state after the start. */
export async function startCampaign(client: QueryClient, id: string): Promise<void> {
  const params = { path: { id } };
  const { value, etag } = await unwrapVersion(api.POST('/campaigns/{id}/start', { params, body: {} }));
  if (!('plan' in value)) client.setQueryData(campaignQuery(id).queryKey, { value, etag });
}

const enrolmentPollMs = 1_500;
const enrolmentPollMaxMs = 15_000;

/** While contacts are enrolled, which takes seconds for most campaigns, the plan lacks some of them and is read again. */
export const planQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['campaigns', 'plan', campaignId],
    queryFn: ({ signal }) => readPlan(campaignId, signal),
    staleTime: 60_000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isEnrolling(data) && Math.min(dataUpdateCount * enrolmentPollMs, enrolmentPollMaxMs),
  });

/** Whether the plan will have more contacts within seconds. */
export const isEnrolling = (plan: SendingPlan | undefined): boolean =>
  plan?.truncatedReasons.includes('enrolment_in_progress') ?? false;
