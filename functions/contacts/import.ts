import { planImport, prepareImport } from '#lib/contacts/import/import.ts';
import { readImportInput } from '#lib/contacts/import/input.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { accepted, changed, preparedEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = preparedEndpoint(
  contactRoutes.import,
  async (call, services, effects) => {
    const { workspaceId, repeatKey } = call;

    return prepareImport(services, workspaceId, { ...readImportInput(call), repeatKey }, effects);
  },
  async ({ workspaceId }, prepared, services) => {
    const change = await planImport(services, workspaceId, prepared);

    return change.result.status === 'completed' ? changed(change) : accepted(change);
  },
  { signer: kmsTokenSigner },
);
