import { RecipientAction, type RecipientActionReport } from '#lib/campaigns/recipients/action.ts';
import { planRecipientAction } from '#lib/campaigns/recipients/actions.ts';
import { commit } from '#lib/commit/commit.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import { connected } from '../../support/stack.ts';

/** Applies an action to recipients as the endpoint does, without its rate limit. */
export function actOn(
  workspaceId: string,
  campaignId: string,
  request: Record<string, unknown>,
): Promise<RecipientActionReport> {
  const services = { ...connected(), signer: kmsTokenSigner() };
  const parsed = RecipientAction.parse(request);

  return retryOnConflict(async () => {
    const change = await planRecipientAction(services, workspaceId, campaignId, parsed);
    await commit(services, workspaceId, change);

    return change.result;
  });
}
