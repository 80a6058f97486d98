import { blocklistRoutes } from '#lib/blocklist/routes.ts';
import { planImport, prepareImport } from '#lib/contacts/import/import.ts';
import { readImportInput } from '#lib/contacts/import/input.ts';
import { blocklistOptions } from '#lib/contacts/import/options.ts';
import { accepted, changed, preparedEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = preparedEndpoint(
  blocklistRoutes.import,
  async (call, services, effects) => {
    const { workspaceId, repeatKey } = call;
    const { csv, fields } = readImportInput({ ...call, query: {} }, ['file']);

    const request = { csv, options: blocklistOptions, fields, repeatKey };

    return prepareImport(services, workspaceId, request, effects);
  },
  async ({ workspaceId }, prepared, services) => {
    const change = await planImport(services, workspaceId, prepared);

    return change.result.status === 'completed' ? changed(change) : accepted(change);
  },
);
