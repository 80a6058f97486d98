import { getContact } from '#lib/contacts/contacts.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { executionKey } from '#lib/executions/items.ts';
import { createToken, recipientDigest, type TrackingToken } from '#lib/links/token.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import type { Bench } from '../support/bench.ts';
import { createCampaign, dispatchAndSend, enrol, startCampaign } from '../support/campaign-fixtures.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { callEndpoint, type EndpointRequest } from '../support/invoke.ts';

const hourMs = 3_600_000;
const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const scanner = { 'User-Agent': 'BarracudaCentral/1.0' };

type Kind = 'open' | 'unsubscribe' | { readonly index: number };

/** An email that was sent an hour ago, with a further step. @returns the content of its links */
async function sentMail(bench: Bench, more: Readonly<Record<string, unknown>> = {}) {
  const workspaceId = newId('wsp', bench.now());
  const campaign = await createCampaign(bench, workspaceId, 1, 2);
  await enrol(bench, campaign);
  await startCampaign(bench, campaign);
  await dispatchAndSend(bench, campaign);
  const { campaignId } = campaign;
  const [contactId = ''] = campaign.contactIds;
  const lastSentAt = timestamp(bench.now() - hourMs);
  await bench.table.update({ update: executionKey(workspaceId, contactId, campaignId), set: { lastSentAt } });
  const execution = await findExecution(bench.table, workspaceId, contactId, campaignId);
  const [stepId = ''] = execution?.sentSteps ?? [];
  if (Object.keys(more).length > 0) {
    await bench.table.update({ update: executionKey(workspaceId, contactId, campaignId), set: more });
  }
  const mail = { workspaceId, campaignId, contactId, executionId: execution?.id ?? '', stepId };

  const signer = kmsTokenSigner();
  const contentOf = async (kind: Kind): Promise<TrackingToken> => {
    if (kind === 'open') return { ...mail, kind };
    if (kind === 'unsubscribe') {
      const { email } = await getContact(bench, workspaceId, contactId);

      return { ...mail, kind, recipient: await recipientDigest(signer, workspaceId, email) };
    }

    return { ...mail, kind: 'click', target: 'https://www.example.com/pricing', index: kind.index };
  };

  return async (kind: Kind, headers = browser): Promise<EndpointRequest> => {
    return { params: { token: await createToken(signer, await contentOf(kind)) }, headers };
  };
}

/** The execution, the event and its index entries by type, campaign and account, the outbox. */
const counted = { roundTrips: 2, writeUnits: 10, readUnits: 2 };
/** With the mark that a minute needs. */
const byMachine = { roundTrips: 2, writeUnits: 8, readUnits: 2 };
const visitReads = 'the campaign, the contact and the execution are read with strong consistency';

export const trackingSubjects: readonly EndpointSubject[] = [
  {
    operation: 'tracking.open',
    target: counted,
    why: 'the execution has a hash of the recipient address, which makes it larger than 1 KB for this contact',
    prepare: async (bench) => (await sentMail(bench))('open'),
  },
  {
    operation: 'tracking.open',
    detail: 'again, in the same container',
    target: { roundTrips: 0, writeUnits: 0, readUnits: 0 },
    async prepare(bench) {
      const request = await (await sentMail(bench))('open');
      await callEndpoint('tracking.open', request);

      return request;
    },
  },
  {
    operation: 'tracking.open',
    detail: 'by a machine',
    target: byMachine,
    why: visitReads,
    prepare: async (bench) => (await sentMail(bench))('open', scanner),
  },
  {
    operation: 'tracking.click',
    target: counted,
    why: 'the recent clicks make the execution slightly larger than 1 KB, which costs two more units',
    prepare: async (bench) => (await sentMail(bench))({ index: 0 }),
  },
  {
    operation: 'tracking.click',
    detail: 'by a machine',
    target: byMachine,
    why: visitReads,
    prepare: async (bench) => (await sentMail(bench))({ index: 0 }, scanner),
  },
  {
    // Two further events, which change in all index entries.
    operation: 'tracking.click',
    detail: 'the third link immediately, two taken back',
    target: { ...counted, writeUnits: 22 },
    why: visitReads,
    async prepare(bench) {
      const link = await sentMail(bench);
      for (const index of [0, 1]) await callEndpoint('tracking.click', await link({ index }));

      return link({ index: 2 });
    },
  },
  {
    operation: 'tracking.unsubscribe-page',
    target: { roundTrips: 1, writeUnits: 0, readUnits: 1 },
    prepare: async (bench) => (await sentMail(bench))('unsubscribe'),
  },
  {
    // The address, the entry and its index entries, the contact and its index entries, the execution and its index entry of due executions, two events, the outbox.
    operation: 'tracking.unsubscribe',
    target: { roundTrips: 4, writeUnits: 25, readUnits: 4 },
    why: 'the contact, the claim of its address and its executions are read one after the other, and the executions again before they end; each of two rare events is also in the list of its type',
    prepare: async (bench) => (await sentMail(bench))('unsubscribe'),
  },
];
