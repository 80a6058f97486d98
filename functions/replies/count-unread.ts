import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { countUnreadReplies } from '#lib/replies/count-unread.ts';
import { replyRoutes } from '#lib/replies/routes.ts';

export const handler = readEndpoint(replyRoutes.countUnread, async ({ workspaceId }, services) =>
  ok(await countUnreadReplies(services, workspaceId)),
);
