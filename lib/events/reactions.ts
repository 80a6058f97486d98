import { campaignReactions } from '#lib/campaigns/reactions.ts';
import type { Reaction } from '#lib/commit/reaction.ts';
import { recordContacted } from '#lib/contacts/last-times.ts';

/** The reactions of all domains. They run concurrently. */
export const reactions: readonly Reaction[] = [...campaignReactions, recordContacted];
