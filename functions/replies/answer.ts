import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { accepted, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planAnswer } from '#lib/replies/answers/plan-answer.ts';
import { replyRoutes } from '#lib/replies/routes.ts';

export const handler = writeEndpoint(
  replyRoutes.answer,
  async ({ workspaceId, params, body }, services) =>
    accepted(await planAnswer(services, workspaceId, params.id, body)),
  { vault: kmsVault, signer: kmsTokenSigner },
);
