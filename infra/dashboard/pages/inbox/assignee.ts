import { useUserNames } from '../names.ts';

/** Undefined without an assignee, and until the names are loaded. */
export function useAssigneeName(assigneeId: string | null): string | undefined {
  const names = useUserNames();

  return assigneeId === null || names === undefined ? undefined : (names.get(assigneeId) ?? 'Removed user');
}
