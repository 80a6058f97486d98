import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { planWinnerChoice } from '#lib/campaigns/winners/choose-winner.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(
  campaignRoutes.chooseWinner,
  async ({ workspaceId, params, body }, services) =>
    changed(await planWinnerChoice(services, workspaceId, params, body)),
);
