import { describe, expect, test } from 'vitest';
import { documented } from '../../support/documented.ts';
import { listCampaigns, readActivity, readFigures, runCampaign } from './chapters/campaigns.ts';
import {
  checkAllFaults,
  importContacts,
  importOtherFormats,
  manageBlocklist,
  manageCompanies,
  manageContacts,
} from './chapters/contacts.ts';
import { followLinks } from './chapters/recipients.ts';
import {
  manageAccounts,
  manageKeys,
  manageWebhooks,
  readDocumentation,
  useSession,
  watchDeliveries,
} from './chapters/settings.ts';
import { type Customer, newCustomer, operationsCalled } from './typed-client.ts';

/**
 * Requests of customers' programs, with the types that `openapi-typescript` generates from the document; they
 * compile without a cast. Each chapter is a separate customer with its own rate limit.
 */
const chapters: Readonly<Record<string, (customer: Customer) => Promise<void>>> = {
  'contacts are created once each, listed to the end, read, changed and deleted': manageContacts,
  'contacts are imported, and each row is reported': importContacts,
  'a file may come as JSON or as a form, with a mapping of its columns': importOtherFormats,
  'an invalid request is refused with all its faults': checkAllFaults,
  'companies are created, listed, found by name, changed, and linked to contacts': manageCompanies,
  'addresses and domains are blocked once each, listed, and unblocked': manageBlocklist,
  'campaigns are planned, started, changed, paused and deleted': runCampaign,
  'campaigns are listed to the end, by tag and by name': listCampaigns,
  'activity is listed to the end, and from a given event': readActivity,
  'statistics cover the requested period': readFigures,
  'webhooks are created, listed, changed and deleted, and their secrets rotated; secrets are returned once':
    manageWebhooks,
  'a webhook is tested; its deliveries are listed and retried': watchDeliveries,
  'email accounts are listed, read, changed and disconnected': manageAccounts,
  'API keys are created, listed and revoked': manageKeys,
  'sessions are created, read, used to write and to connect a mailbox, and ended': useSession,
  'a recipient opens an email, follows its links, and unsubscribes': followLinks,
  'the document, its page and the health of the service can be read': readDocumentation,
};

describe('With only the published document', () => {
  for (const [guarantee, chapter] of Object.entries(chapters)) {
    test(guarantee, async () => chapter(await newCustomer()));
  }

  test('every operation can be called', () => {
    const operations = Object.values(documented.paths).flatMap((item) => Object.values(item));

    expect([...operationsCalled].sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  });
});
