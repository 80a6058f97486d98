import { ApiKeyId, NewApiKey } from '#lib/api-keys/api-key.ts';
import { planApiKey } from '#lib/api-keys/api-keys.ts';
import { planKeyRevocation } from '#lib/api-keys/revoke.ts';
import { apiKeyRoutes } from '#lib/api-keys/routes.ts';
import { authenticateApiKey } from '#lib/api-keys/token.ts';
import { planAddition } from '#lib/blocklist/add.ts';
import { NewBlocklistEntry } from '#lib/blocklist/entry.ts';
import { blocklistRoutes } from '#lib/blocklist/routes.ts';
import { planCompany } from '#lib/companies/companies.ts';
import { NewCompany } from '#lib/companies/company.ts';
import { companyRoutes } from '#lib/companies/routes.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';
import { NewWebhook } from '#lib/webhooks/webhook.ts';
import { planWebhook } from '#lib/webhooks/webhooks.ts';
import { receiverPaths } from '../receiver.ts';
import { commitAsUser } from './act.ts';
import type { Company } from './people.ts';
import type { Story } from './story.ts';

/** Schedules the creation of companies, API keys, webhooks and blocklist entries, each on a day (from 0) at an hour in UTC. */
export function planWorkspace(story: Story): void {
  for (const [number, company] of story.companies.entries()) {
    story.on(0, 9 + number / 30, () => addCompany(story, company));
  }
  planKeys(story);
  const { working, failing, gone } = receiverPaths;
  story.on(4, 11, () =>
    addWebhook(story, working, 'Replies to the CRM', [
      ...['email.replied', 'email.unsubscribed', 'email.bounced'],
      ...['contact.blocklisted', 'campaign.started', 'campaign.paused', 'campaign.completed'],
    ]),
  );
  story.on(9, 14, () =>
    addWebhook(story, gone, 'The CRM before the move', ['email.replied', 'email.clicked']),
  );
  story.on(30, 10, () =>
    addWebhook(story, failing, 'Weekly report', ['email.clicked', 'email.replied', 'email.unsubscribed']),
  );
  story.on(12, 15, () => block(story, 'granite-legal.example', 'Is represented by a competitor.'));
  story.on(25, 9.7, () => block(story, 'press@ember-foods.example', 'Asked by phone not to be contacted.'));
  story.on(52, 16.1, () => block(story, 'info@harbor-software.example', null));
}

async function addCompany({ world }: Story, company: Company): Promise<void> {
  const { services, workspaceId } = world;
  const fields = {
    ...company,
    website: `https://www.${company.domain}`,
    tags: [company.industry.toLowerCase()],
  };
  const change = await planCompany(services, workspaceId, NewCompany.parse(fields));
  await commitAsUser(world, 'member', { route: companyRoutes.create, fields }, change);
}

function planKeys(story: Story): void {
  const { world } = story;
  const { services, workspaceId, settings, users, timeline } = world;
  const create = async (input: { name: string; scope: string; expiresAt?: string }) => {
    const creator = { workspaceId, id: users.get('owner')?.id ?? '' };
    const change = planApiKey(services, creator, NewApiKey.parse(input));

    return commitAsUser(world, 'owner', { route: apiKeyRoutes.create, fields: input }, change);
  };
  story.on(3, 13, async () => {
    const { key } = await create({ name: 'CRM', scope: 'full-access' });
    // Sets the time of the last use, which the dashboard shows.
    timeline.add(settings.end - 7 * 60_000, async () => {
      await authenticateApiKey(services.table, key, services.now());
    });
  });
  story.on(20, 10.4, async () => {
    const { key } = await create({
      name: 'Spreadsheet of the sales team',
      scope: 'read-only',
      expiresAt: new Date(settings.end + 12 * 86_400_000).toISOString(),
    });
    timeline.add(settings.end - 26 * 3_600_000, async () => {
      await authenticateApiKey(services.table, key, services.now());
    });
  });
  story.on(6, 16, async () => {
    const { id } = await create({ name: 'Test of the integration', scope: 'full-access' });
    story.on(41, 9.3, async () => {
      const resourceId = ApiKeyId.parse(id);
      const change = await planKeyRevocation(services, workspaceId, resourceId, 'keep');
      await commitAsUser(world, 'owner', { route: apiKeyRoutes.revoke, resourceId }, change);
    });
  });
}

async function addWebhook(
  { world }: Story,
  path: string,
  description: string,
  events: readonly string[],
): Promise<void> {
  const { services, workspaceId, settings } = world;
  const fields = { url: `${settings.receiverUrl}${path}`, description, events };
  const change = await planWebhook(services, { workspaceId }, NewWebhook.parse(fields));
  await commitAsUser(world, 'owner', { route: webhookRoutes.create, fields }, change);
}

async function block({ world }: Story, value: string, note: string | null): Promise<void> {
  const { services, workspaceId } = world;
  const fields = { value, note };
  const { change } = await planAddition(services, workspaceId, NewBlocklistEntry.parse(fields));
  await commitAsUser(world, 'member', { route: blocklistRoutes.create, fields }, change);
}
