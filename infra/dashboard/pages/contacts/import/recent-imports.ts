import * as z from 'zod/mini';

/** An import that was started in this browser. The service does not keep names of files. */
const RecentImport = z.object({
  id: z.string(),
  fileName: z.string(),
  startedAt: z.string(),
  /** The campaign that its contacts were enrolled in. */
  campaignId: z.optional(z.string()),
});
export type RecentImport = z.infer<typeof RecentImport>;

const recentImportsMax = 50;
const storageKey = (workspaceId: string): string => `outreach.imports.${workspaceId}`;

export function readRecentImports(workspaceId: string | undefined): readonly RecentImport[] {
  if (workspaceId === undefined) return [];
  try {
    return z.array(RecentImport).parse(JSON.parse(localStorage.getItem(storageKey(workspaceId)) ?? '[]'));
  } catch {
    return [];
  }
}

export function rememberImport(workspaceId: string, started: RecentImport): void {
  const recentImports = [started, ...readRecentImports(workspaceId).filter(({ id }) => id !== started.id)];
  try {
    localStorage.setItem(storageKey(workspaceId), JSON.stringify(recentImports.slice(0, recentImportsMax)));
  } catch {
    // A browser without storage shows the imports without the names of their files.
  }
}
