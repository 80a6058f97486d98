import { CampaignPatch, NewCampaign } from '#lib/campaigns/definition/campaign.ts';
import { planCampaign } from '#lib/campaigns/definition/create.ts';
import { planEdit } from '#lib/campaigns/definition/edit.ts';
import { planPause } from '#lib/campaigns/pause.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { planStart } from '#lib/campaigns/start.ts';
import { planImport, prepareImport } from '#lib/contacts/import/import.ts';
import { withDefaults } from '#lib/contacts/import/options.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import type { Role } from '#lib/values/role.ts';
import type { World } from '../world.ts';
import { commitAsUser } from './act.ts';
import { csvMapping, inventPeople, toCsv } from './people.ts';
import type { Story } from './story.ts';
import { type AccountName, updateAccount } from './story-accounts.ts';
import { emails, subjects } from './texts.ts';

interface CampaignPlan {
  /** The day on which the contacts are imported and the campaign starts. */
  readonly day: number;
  readonly name: string;
  readonly accounts: readonly AccountName[];
  readonly steps: readonly object[];
  readonly settings?: object;
  readonly contacts: {
    readonly count: number;
    /** See `inventPeople`. */
    readonly list?: string;
    readonly tags: readonly [string];
    /** Rows of the file that cannot be imported. */
    readonly badRows?: readonly string[];
  };
}

const minuteMs = 60_000;

/** The campaign that is still active at the end of the history. */
const runningName = 'Spring offer';

const firstVariant = { subject: 'Electricity at {{company.name}}', bodyHtml: emails.first };
const step = (variants: readonly object[], days: number) => ({
  variants,
  delay: { value: days, unit: 'days' },
});
const followUps = [step([{ bodyHtml: emails.second }], 3), step([{ bodyHtml: emails.last }], 5)];

const badRows = [
  'anna.berg(at)alder-logistics.example,Anna,Berg,Office Manager,Alder Logistics,Berlin,DE,small,40,unknown',
  ',Ben,Costa,Building Engineer,Birch Studios,Hamburg,DE,large,120,Nordvolt',
  'clara.dahl@cedar-foods.example,Clara,Dahl,Managing Director,Cedar Foods,Vienna,Austria,small,25,Gridwell',
];

const plans: readonly CampaignPlan[] = [
  {
    day: 1,
    name: 'Introduction to facility managers',
    accounts: ['mara', 'jonas'],
    settings: { dailyNewContactLimit: 24, tags: ['meters'] },
    steps: [step([firstVariant], 0), ...followUps],
    contacts: { count: 420, tags: ['facility'], badRows },
  },
  {
    day: 36,
    name: 'Two subjects for office managers',
    accounts: ['mara', 'jonas'],
    settings: { dailyNewContactLimit: 30, tags: ['meters', 'test'] },
    steps: [
      step(
        [subjects.winner, subjects.loser].map((subject) => ({ subject, bodyHtml: emails.first })),
        0,
      ),
      step([{ bodyHtml: emails.second }], 4),
    ],
    contacts: { count: 400, tags: ['offices'], badRows: badRows.slice(1) },
  },
  {
    day: 60,
    name: runningName,
    accounts: ['mara', 'jonas'],
    settings: { dailyNewContactLimit: 13, tags: ['meters'], stopCompanyOnReply: false },
    steps: [step([firstVariant], 0), ...followUps],
    contacts: { count: 500, tags: ['spring'] },
  },
  {
    day: 69,
    name: 'Visitors of the trade fair',
    accounts: ['events'],
    steps: [step([{ subject: 'Your visit to our stand', bodyHtml: emails.fair }], 0)],
    contacts: { count: 110, list: 'fair', tags: ['fair'] },
  },
  {
    day: 79,
    name: 'News for partners',
    accounts: ['partners'],
    settings: { dailyNewContactLimit: 12 },
    steps: [step([{ subject: 'News from Northlight', bodyHtml: emails.second }], 0)],
    contacts: { count: 70, list: 'partner', tags: ['partner'] },
  },
];

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
const schedule = { timezone: 'Europe/Berlin', windows: [{ days: weekdays, from: '08:30', to: '17:30' }] };

/**
 * Two campaigns are completed, one runs, and one is a draft. Two are paused by the service, because `story-accounts.ts` pauses the
 * account of one and lets the server of the other reject its password.
 */
export function planCampaigns(story: Story): void {
  for (const plan of plans) story.on(plan.day, 10, () => runCampaign(story, plan));
  story.on(84, 11.5, async () => {
    await create(story, 'Autumn idea', ['mara'], [step([firstVariant], 0)], {
      description: 'The second email is missing.',
    });
  });
}

async function runCampaign(story: Story, plan: CampaignPlan): Promise<void> {
  const { world } = story;
  const { services, workspaceId } = world;
  const { id } = await create(story, plan.name, plan.accounts, plan.steps, plan.settings);
  if (plan.name === runningName) planContinuation(story, id);
  const people = inventPeople(world.random, story.companies, {
    ...plan.contacts,
    usedAddresses: story.usedAddresses,
  });
  const csv = toCsv(people, plan.contacts.badRows ?? []);
  const fields = { mapping: csvMapping, tags: [...plan.contacts.tags], campaignId: id };
  const request = { csv, options: withDefaults(fields), repeatKey: plan.name };
  const prepared = await prepareImport(services, workspaceId, request);
  const imported = await planImport(services, workspaceId, prepared);
  const resourceId = imported.result.importId;
  await commitAsUser(world, 'member', { route: contactRoutes.import, fields, resourceId }, imported);
  world.timeline.add(services.now() + 20 * minuteMs, () => start(world, 'member', id));
}

async function start(world: World, role: Role, campaignId: string): Promise<void> {
  const change = await planStart(world.services, world.workspaceId, campaignId);
  await commitAsUser(world, role, { route: campaignRoutes.start }, change);
}

async function create(
  { world, accounts }: Story,
  name: string,
  accountNames: readonly AccountName[],
  steps: readonly object[],
  settings: object = {},
) {
  const emailAccountIds = accountNames.flatMap((account) => accounts.get(account) ?? []);
  const fields = { name, emailAccountIds, steps, schedule, ...settings };
  const change = await planCampaign(world.services, world.workspaceId, NewCampaign.parse(fields));

  return commitAsUser(world, 'member', { route: campaignRoutes.create, fields }, change);
}

/**
 * Before the end, the campaign is paused, extended to nights and weekends, and started again. So a running stack sends at any
 * time. The pause is longer than the time for which slots are assigned in advance: no slot of the history is left.
 */
function planContinuation(story: Story, campaignId: string): void {
  const { world } = story;
  const { services, workspaceId, settings, timeline } = world;
  timeline.add(settings.end - 20 * minuteMs, async () => {
    const change = await planPause(services, workspaceId, campaignId);
    await commitAsUser(world, 'owner', { route: campaignRoutes.pause }, change);
  });
  timeline.add(settings.end - 3 * minuteMs, () => extend(story, campaignId));
  timeline.add(settings.end - 1, () => start(world, 'owner', campaignId));
}

async function extend(story: Story, campaignId: string): Promise<void> {
  const { services, workspaceId } = story.world;
  const windows = [{ days: [...weekdays, 'sat', 'sun'], from: '00:00', to: '24:00' }];
  const fields = { schedule: { ...schedule, windows }, dailyNewContactLimit: 150 };
  const change = await planEdit(services, workspaceId, campaignId, CampaignPatch.parse(fields));
  await commitAsUser(story.world, 'owner', { route: campaignRoutes.update, fields }, change);
  for (const name of ['mara', 'jonas'] as const) {
    await updateAccount(story, name, { dailyLimit: 200, rampUp: { enabled: false } });
  }
}
