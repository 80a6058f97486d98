/** An import that was started in this browser. The service does not keep names of files. */
export interface RecentImport {
  readonly id: string;
  readonly fileName: string;
  readonly startedAt: string;
  /** The campaign that its contacts were enrolled in. */
  readonly campaignId?: string | undefined;
}

const recentImportsMax = 50;
const storageKey = (workspaceId: string): string => `outreach.imports.${workspaceId}`;

export function readRecentImports(workspaceId: string | undefined): readonly RecentImport[] {
  if (workspaceId === undefined) return [];
  try {
    return JSON.parse(localStorage.getItem(storageKey(workspaceId)) ?? '[]').filter(isRecentImport);
  } catch {
    return [];
  }
}

/** The storage may have values of another version. */
const isRecentImport = ({ id, fileName, startedAt, campaignId = '' }: Record<keyof RecentImport, unknown>) =>
  [id, fileName, startedAt, campaignId].every((value) => typeof value === 'string');

export function rememberImport(workspaceId: string, started: RecentImport): void {
  const recentImports = [started, ...readRecentImports(workspaceId).filter(({ id }) => id !== started.id)];
  try {
    localStorage.setItem(storageKey(workspaceId), JSON.stringify(recentImports.slice(0, recentImportsMax)));
  } catch {
    // A browser without storage shows the imports without the names of their files.
  }
}
