import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planAnswerResolution } from '#lib/replies/answers/resolve-answer.ts';
import { replyRoutes } from '#lib/replies/routes.ts';

export const handler = writeEndpoint(
  replyRoutes.resolveAnswer,
  async ({ workspaceId, params, body }, services) =>
    changed(await planAnswerResolution(services, workspaceId, params, body)),
  { vault: kmsVault, signer: kmsTokenSigner },
);
