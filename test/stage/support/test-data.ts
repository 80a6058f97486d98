import { setTimeout as delay } from 'node:timers/promises';
import { everyPage, type StageClient } from './api-client.ts';

/** All test data has names with this prefix, or addresses in this domain. */
export const namePrefix = 'stage-test-';
/** No email can be delivered there: RFC 2606 reserves the top-level domain. */
export const testDomain = 'stage-test.example';
export const blockedDomain = `blocked.${testDomain}`;

/** Lists are eventually consistent within about a second. */
const listLagMs = 2000;
const passesMax = 5;

/**
 * Removes the data of this run and of killed runs. Runs in one workspace must be sequential. Companies cannot
 * be deleted: all runs share one.
 */
export async function removeTestData(api: StageClient): Promise<void> {
  for (let pass = 0; pass < passesMax; pass += 1) {
    await delay(listLagMs);
    const removals = [
      ...(await campaignRemovals(api)),
      ...(await contactRemovals(api)),
      ...(await blocklistRemovals(api)),
      ...(await webhookRemovals(api)),
    ];
    for (const remove of removals) requireRemoved(await remove());
    if (removals.length === 0) return;
  }
  throw new Error(`Test data is left: search for names that begin with ${namePrefix}`);
}

type Removal = () => Promise<{ readonly response: Response }>;

function requireRemoved({ response }: { readonly response: Response }): void {
  if (![204, 404].includes(response.status)) throw new Error(`${response.url} returned ${response.status}`);
}

async function campaignRemovals(api: StageClient): Promise<Removal[]> {
  const campaigns = await everyPage((cursor) =>
    api.GET('/campaigns', { params: { query: { search: namePrefix, ...cursor } } }),
  );

  return campaigns.map(
    ({ id }) =>
      () =>
        api.DELETE('/campaigns/{id}', { params: { path: { id } } }),
  );
}

async function contactRemovals(api: StageClient): Promise<Removal[]> {
  const contacts = await everyPage((cursor) =>
    api.GET('/contacts', { params: { query: { search: namePrefix, ...cursor } } }),
  );

  return contacts
    .filter(({ email }) => email.startsWith(namePrefix))
    .map(
      ({ id }) =>
        () =>
          api.DELETE('/contacts/{id}', { params: { path: { id } } }),
    );
}

async function blocklistRemovals(api: StageClient): Promise<Removal[]> {
  const entries = await everyPage((cursor) =>
    api.GET('/blocklist', { params: { query: { value: blockedDomain, ...cursor } } }),
  );

  return entries.map(
    ({ id }) =>
      () =>
        api.DELETE('/blocklist/{id}', { params: { path: { id } } }),
  );
}

async function webhookRemovals(api: StageClient): Promise<Removal[]> {
  const webhooks = await everyPage((cursor) => api.GET('/webhooks', { params: { query: cursor } }));

  return webhooks
    .filter(({ description }) => description?.startsWith(namePrefix))
    .map(
      ({ id }) =>
        () =>
          api.DELETE('/webhooks/{id}', { params: { path: { id } } }),
    );
}
