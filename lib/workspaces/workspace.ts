import * as z from 'zod/mini';
import { idSchema, Timestamp, trimmedText } from '#lib/values/schemas.ts';

export const WorkspaceId = idSchema('wsp');
export const WorkspaceName = trimmedText(100);

export const Workspace = z.object({
  id: WorkspaceId,
  name: z.string(),
  /** `deleting` while a deletion is in progress. */
  status: z.enum(['active', 'deleting']),
  createdAt: Timestamp,
});
export type Workspace = z.infer<typeof Workspace>;
