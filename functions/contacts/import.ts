import { importContacts } from '#lib/contacts/import.ts';
import { readImportInput } from '#lib/contacts/import-input.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';

export const handler = writeEndpoint(contactRoutes.import, async (call, services) => {
  const { workspaceId, repeatKey } = call;

  return changed(await importContacts(services, workspaceId, { ...readImportInput(call), repeatKey }));
});
