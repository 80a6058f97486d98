import { openBlocklistFile } from '#lib/blocklist/import-file.ts';
import type { EffectGuard } from '#lib/commit/change.ts';
import type { ErasedAddressServices } from '#lib/contacts/addresses/erased-address.ts';
import { type ImportRequest, type PreparedImport, prepareImport } from '#lib/contacts/import/import.ts';
import { type ParsedImportRequest, readImportInput } from '#lib/contacts/import/input.ts';

interface BlocklistImport extends Omit<ParsedImportRequest, 'query'>, Pick<ImportRequest, 'repeatKey'> {
  readonly workspaceId: string;
}

/** An import of addresses and domains. It has no options. @throws as `prepareImport` */
export function prepareBlocklistImport(
  services: ErasedAddressServices,
  { workspaceId, repeatKey, ...request }: BlocklistImport,
  effects: EffectGuard,
): Promise<PreparedImport> {
  const input = readImportInput({ ...request, query: {} }, ['file']);
  const openFile: ImportRequest['openFile'] = (csv, _, fields) => openBlocklistFile(csv, fields);

  return prepareImport(services, workspaceId, { ...input, repeatKey, openFile }, effects);
}
