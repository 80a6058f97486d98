import { describe, expect, test } from 'vitest';
import { documented } from '../../support/documented.ts';
import { listCampaigns, readActivity, readFigures, runCampaign } from './chapters/campaigns.ts';
import {
  hearOfEveryFault,
  importContacts,
  importOtherwise,
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
 * What customers' programs do, in the types that `openapi-typescript` makes of the document: this compiles without a
 * cast. Each chapter is another customer's, so that none takes requests of another's minute.
 */
const chapters: Readonly<Record<string, (customer: Customer) => Promise<void>>> = {
  'contacts are created once each, listed to the end, read, changed and deleted': manageContacts,
  'contacts are imported, and each row is accounted for': importContacts,
  'a file may come as JSON or as a form, with a mapping of its columns': importOtherwise,
  'a request that is wrong is refused with every fault': hearOfEveryFault,
  'companies are created, listed, found by name, changed, and linked to contacts': manageCompanies,
  'addresses and domains are blocked once each, listed, and freed': manageBlocklist,
  'campaigns are planned, started, changed, paused and deleted': runCampaign,
  'campaigns are listed to the end, by tag and by name': listCampaigns,
  'activity is told to the end, and from any event on': readActivity,
  'figures are those of the period that was asked for': readFigures,
  'webhooks are created, listed, changed, given another secret and deleted; secrets are shown once':
    manageWebhooks,
  'a webhook is tried; deliveries to it are listed, and sent again': watchDeliveries,
  'email accounts are listed, read, changed and disconnected': manageAccounts,
  'API keys are created, listed and revoked': manageKeys,
  'sessions are opened, shown, good for writing and for connecting a mailbox, and ended': useSession,
  'who gets a mail opens it, follows its links, and unsubscribes': followLinks,
  'the document, its page and the health of the service can be read': readDocumentation,
};

describe('By the published document alone', () => {
  for (const [guarantee, chapter] of Object.entries(chapters)) {
    test(guarantee, async () => chapter(await newCustomer()));
  }

  test('every operation can be called', () => {
    const operations = Object.values(documented.paths).flatMap((item) => Object.values(item));

    expect([...operationsCalled].sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  });
});
