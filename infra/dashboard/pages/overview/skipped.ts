const storageKey = (workspaceId: string): string => `outreach.first-campaign-skipped.${workspaceId}`;

/** Whether the user of this browser prefers the plain overview. */
export function isFirstCampaignSkipped(workspaceId: string): boolean {
  try {
    return localStorage.getItem(storageKey(workspaceId)) !== null;
  } catch {
    return false;
  }
}

export function skipFirstCampaign(workspaceId: string): void {
  try {
    localStorage.setItem(storageKey(workspaceId), 'true');
  } catch {
    // A browser without storage shows the page again at the next visit.
  }
}
