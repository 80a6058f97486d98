import * as z from 'zod/mini';
import { Schedule } from '#lib/campaigns/state/schedule.ts';
import { distinct, EmailAccountId, idSchema, text, trimmedText } from '#lib/values/schemas.ts';

/* Fields of campaigns. `campaign.ts` has the API schemas, which functions that only read stored campaigns do not bundle. */

export const CampaignStatus = z.enum(['draft', 'active', 'paused', 'completed']);
export type CampaignStatus = z.infer<typeof CampaignStatus>;

export const PauseReason = z.enum(['user', 'bounce_rate', 'no_sending_accounts']);

const limit = z.nullable(z.int().check(z.gte(1), z.lte(10_000)));
export const idList = (id: z.ZodMiniType<string, string>, maxLength: number) =>
  z.array(id).check(z.maxLength(maxLength, { abort: true }), ...distinct('id'));
export const CampaignTag = trimmedText(50);
const tagList = z.array(CampaignTag).check(z.maxLength(20, { abort: true }), ...distinct('tag'));

export const unsubscribeFields = { header: z.boolean(), link: z.boolean(), text: z.nullable(text(300)) };
const Unsubscribe = z.strictObject({
  header: z._default(unsubscribeFields.header, true),
  link: z._default(unsubscribeFields.link, true),
  text: z._default(unsubscribeFields.text, null),
});

export const audienceFields = {
  tags: tagList,
  companyIds: idList(idSchema('com'), 100),
  match: z.enum(['any', 'all']),
};
/** Contacts with any or all of these tags and companies. */
export const audienceSchema = z
  .strictObject({
    tags: z._default(audienceFields.tags, []),
    companyIds: z._default(audienceFields.companyIds, []),
    match: z._default(audienceFields.match, 'any'),
  })
  .check(
    z.refine(({ tags, companyIds }) => tags.length + companyIds.length > 0, 'must have a tag or a company'),
  );

/** Each account reassigns its threads to one other account. */
export const threadReassignments = z
  .array(z.strictObject({ fromAccountId: EmailAccountId, toAccountId: EmailAccountId }))
  .check(
    z.maxLength(100, { abort: true }),
    z.refine(
      (list) => new Set(list.map(({ fromAccountId }) => fromAccountId)).size === list.length,
      'must not repeat a fromAccountId',
    ),
    z.meta({ uniqueItems: true }),
  );

/** All settings of a campaign except steps and contacts. `infra/openapi/prose/fields/campaign-fields.ts` describes them. */
export const campaignSettings = {
  name: trimmedText(200),
  description: z.nullable(text(2000)),
  schedule: Schedule,
  emailAccountIds: idList(EmailAccountId, 100),
  dailyLimit: limit,
  dailyNewContactLimit: limit,
  prioritizeNewContacts: z.boolean(),
  maxContactsPerCompanyPerDay: z.nullable(z.int().check(z.gte(1), z.lte(100))),
  stopOnReply: z.boolean(),
  stopCompanyOnReply: z.boolean(),
  stopOnClick: z.boolean(),
  stopOnAutoReply: z.boolean(),
  honourOptOutReplies: z.boolean(),
  autoReplyDelayDays: z.int().check(z.gte(0), z.lte(30)),
  trackOpens: z.boolean(),
  trackClicks: z.boolean(),
  plainTextOnly: z.boolean(),
  unsubscribe: Unsubscribe,
  /** Bounces in percent of the emails of seven days. Applies from 50 emails; 0 disables it. */
  bouncePauseThreshold: z.number().check(z.gte(0), z.lte(100)),
  allowReentry: z.boolean(),
  allowParallel: z.boolean(),
  continuous: z.boolean(),
  audience: z.nullable(audienceSchema),
  tags: tagList,
};
