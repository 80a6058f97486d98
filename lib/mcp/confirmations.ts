import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { SendingPlan } from '#lib/campaigns/planning/start-plan.ts';
import type { Arguments, CallOperation } from '#lib/mcp/call-operation.ts';

/** What a call would do. */
export interface Effect {
  /** The value of `confirm`. It differs after each change of the numbers, or of what is sent or deleted. */
  readonly text: string;
  /** Shown with the text. */
  readonly details?: Arguments;
}

/**
 * Reads what a call would do now.
 * @returns undefined if it sends and deletes nothing
 * @throws OperationRefused
 */
export type Confirmation = (call: CallOperation, values: Arguments) => Promise<Effect | undefined>;

/** The numbers of the dry run, and the version of the campaign. */
export const confirmStart: Confirmation = async (call, { id }) => {
  const [dryRun, { updatedAt }] = await Promise.all([
    call('campaigns.start', { id, dryRun: true }),
    readCampaign(call, id),
  ]);
  const { plan } = SendingPlan.parse(dryRun.body);
  const numbers = Object.entries(plan.counts).map(([name, count]) => `${name} ${count}`);

  return {
    text: `start ${id}: emails ${plan.totalMails}, ${numbers.join(', ')}, version ${updatedAt}`,
    details: { plan },
  };
};

/** An active campaign sends to added contacts, and sends added steps, without a start. */
export const confirmUpdate: Confirmation = async (call, values) => {
  const { id, status, stats, updatedAt } = await readCampaign(call, values['id']);
  if (status !== 'active') return undefined;
  const { id: _, ...changes } = values;

  return {
    text: `change ${id}, which is active: contacts ${stats.contacts}, pending ${stats.pending}, in progress ${stats.inProgress}, version ${updatedAt}, changes ${digestOf(changes)}`,
    details: { changes },
  };
};

/** The names of active campaigns that could send to imported contacts, or to updated contacts that wait for a value. */
export const confirmImport: Confirmation = async (call, { csv, options }) => {
  const { body } = await call('campaigns.list', { status: 'active', limit: 100 });
  const { data, hasMore } = ActiveCampaigns.parse(body);
  const { campaignId, onDuplicate } = Object(options);
  const sending = data.filter(
    ({ id, continuous, audience }) =>
      onDuplicate === 'update' || id === campaignId || (continuous && audience !== null),
  );
  if (sending.length === 0 && !hasMore) return undefined;
  const ids = [...sending.map(({ id }) => id), ...(hasMore ? ['others'] : [])].join(', ');

  return {
    text: `import ${String(csv).length} characters ${digestOf({ csv, options })} while these active campaigns can send to the contacts: ${ids}`,
    details: { campaigns: sending.map(({ id, name, audience }) => ({ id, name, audience })) },
  };
};

export const confirmErasure: Confirmation = async (call, { id }) => {
  const [contact, campaigns] = await Promise.all([
    call('contacts.get', { id }),
    call('contacts.list-campaigns', { id, limit: 100 }),
  ]);
  const { data, hasMore } = Counted.parse(campaigns.body);

  return {
    text: `erase ${id}: ${contact.body['email']}, campaigns ${data.length}${hasMore ? ' or more' : ''}`,
  };
};

export const confirmAnswer: Confirmation = async (call, { id, text, html }) => {
  const { body } = await call('replies.get', { id });
  const { fromEmail, subject } = AnsweredReply.parse(body);

  return {
    text: `answer ${id}: to ${fromEmail}, characters ${String(text).length}, content ${digestOf({ text, html })}`,
    details: { to: fromEmail, subject, text, html },
  };
};

const ActiveCampaigns = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      continuous: z.boolean(),
      audience: z.nullable(z.unknown()),
    }),
  ),
  hasMore: z.boolean(),
});

const Counted = z.object({ data: z.array(z.unknown()), hasMore: z.boolean() });

const AnsweredReply = z.object({ fromEmail: z.nullable(z.string()), subject: z.string() });

async function readCampaign(call: CallOperation, id: unknown): Promise<Campaign> {
  const { body } = await call('campaigns.get', { id });

  return Campaign.parse(body);
}

function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value)).slice(0, 12);
}
