import { ContactView } from '#lib/contact-views/contact-view.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Item, Key } from '#lib/storage/table.ts';

/*
 * | access pattern              | how                                          |
 * |-----------------------------|----------------------------------------------|
 * | views of a workspace        | Query W#<workspace>#CONTACT_VIEWS, by id      |
 */
export const viewsPartition = (workspaceId: string) => `W#${workspaceId}#CONTACT_VIEWS`;

export const viewKey = (workspaceId: string, viewId: string): Key => ({
  pk: viewsPartition(workspaceId),
  sk: viewId,
});

export const allViews = (workspaceId: string): MergedQuery => ({
  partitions: [viewsPartition(workspaceId)],
});

export const toContactView = (item: Item): ContactView => {
  const { id, name, filter, createdAt } = item;

  return ContactView.parse({ id, name, filter, createdAt });
};
