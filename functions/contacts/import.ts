import { importContacts } from '#lib/contacts/import.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';

export const handler = writeEndpoint(
  contactRoutes.import,
  async ({ workspaceId, bytes, query, repeatKey }, services) => {
    const { tags = [], campaignId } = query;

    return changed(await importContacts(services, workspaceId, { bytes, tags, campaignId, repeatKey }));
  },
);
