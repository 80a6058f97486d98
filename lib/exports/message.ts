import * as z from 'zod/mini';
import { ExportId } from '#lib/exports/id.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** A queue message that resumes an export or deletes its files. Losing or repeating it affects only the timing. */
export const ExportMessage = z.object({ workspaceId: idSchema('wsp'), exportId: ExportId });
export type ExportMessage = z.infer<typeof ExportMessage>;
