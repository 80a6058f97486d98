import type { Change } from '#lib/commit/change.ts';
import { type ContactView, contactViewsMax, type NewContactView } from '#lib/contact-views/contact-view.ts';
import { allViews, toContactView, viewKey } from '#lib/contact-views/items.ts';
import { limitList } from '#lib/http/list-limit.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { notFound } from '#lib/values/problem.ts';

/** Newest first. */
export function listContactViews(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  request: PageRequest,
): Promise<Page<ContactView>> {
  return queryPage(table, {
    ...allViews(workspaceId),
    request,
    read: (items) => items.map(toContactView),
  });
}

/** @throws Problem 422 if the workspace has `contactViewsMax` views */
export async function planContactView(
  { table, now }: Services,
  workspaceId: string,
  { name, filter }: NewContactView,
): Promise<Change<ContactView>> {
  await limitList(table, allViews(workspaceId), contactViewsMax, 'contact views');
  const view = { id: newId('cvw', now()), name, filter, createdAt: timestamp(now()) };

  return {
    writes: [{ put: { ...viewKey(workspaceId, view.id), ...view }, if: { pk: 'absent' } }],
    result: view,
  };
}

/** The commit throws Problem 404 for an unknown view. */
export function planContactViewDeletion(workspaceId: string, viewId: string): Change<undefined> {
  return {
    writes: [{ delete: viewKey(workspaceId, viewId), if: { pk: 'present' }, otherwise: () => notFound() }],
    result: undefined,
  };
}
