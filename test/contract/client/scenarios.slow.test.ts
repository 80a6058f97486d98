import { describe, expect, test } from 'vitest';
import { documented } from '../../support/documented.ts';
import { cancelJob, changeManyContacts } from './chapters/bulk-jobs.ts';
import {
  changeRecipients,
  listCampaigns,
  readActivity,
  readFigures,
  runCampaign,
} from './chapters/campaigns.ts';
import {
  checkAllFaults,
  eraseContact,
  importBlocklist,
  importContacts,
  importOtherFormats,
  manageBlocklist,
  manageCompanies,
  manageContacts,
  manageContactViews,
  manageSnippets,
} from './chapters/contacts.ts';
import { exportContacts } from './chapters/exports.ts';
import { followLinks } from './chapters/recipients.ts';
import { manageReplies } from './chapters/replies.ts';
import {
  manageAccounts,
  manageKeys,
  manageWebhooks,
  readHealth,
  useSession,
  watchDeliveries,
} from './chapters/settings.ts';
import { inviteUsers, manageSessions, manageUsers, manageWorkspace, readAuditLog } from './chapters/users.ts';
import { type Customer, newCustomer, operationsCalled } from './typed-client.ts';

/**
 * Requests of customers' programs, with the types that `openapi-typescript` generates from the document; they
 * compile without a cast. Each chapter is a separate customer with its own rate limit.
 */
const chapters: Readonly<Record<string, (customer: Customer) => Promise<void>>> = {
  'contacts are created once each, listed to the end, read, changed and deleted': manageContacts,
  'filters of contacts are saved, listed and deleted': manageContactViews,
  'texts are saved, listed, changed and deleted': manageSnippets,
  'contacts are imported, and each row is reported': importContacts,
  'a list is imported into the blocklist, and its report can be read': importBlocklist,
  'a file may come as JSON or as a form, with a mapping of its columns': importOtherFormats,
  'an invalid request is refused with all its faults': checkAllFaults,
  'a contact is erased, and the state of the erasure can be read': eraseContact,
  'many contacts are changed by a job, which reports each contact': changeManyContacts,
  'a job is cancelled, and the jobs are listed': cancelJob,
  'contacts are exported to a file, which is downloaded and deleted': exportContacts,
  'companies are created, listed, found by name, changed, and linked to contacts': manageCompanies,
  'addresses and domains are blocked once each, listed, and unblocked': manageBlocklist,
  'campaigns are planned, started, changed, paused and deleted': runCampaign,
  'campaigns are listed to the end, by tag and by name': listCampaigns,
  'recipients are removed from a campaign, and its statistics are divided by step': changeRecipients,
  'replies are listed, read, labelled and answered in their thread': manageReplies,
  'activity is listed to the end, and from a given event': readActivity,
  'statistics cover the requested period': readFigures,
  'webhooks are created, listed, changed and deleted, and their secrets rotated; secrets are returned once':
    manageWebhooks,
  'a webhook is tested; its deliveries are listed and retried': watchDeliveries,
  'the settings of the workspace are read and changed': manageWorkspace,
  'email accounts are listed, read, changed and disconnected': manageAccounts,
  'API keys are created, listed and revoked': manageKeys,
  'sessions are created, read, used to write and to connect a mailbox, and ended': useSession,
  'sessions are listed and ended, and a password is changed': manageSessions,
  'users are invited, and an invitation is accepted or deleted': inviteUsers,
  'users are listed, read, changed and removed, and their passwords reset': manageUsers,
  'changes are found in the audit log with their authors': readAuditLog,
  'a recipient opens an email, follows its links, and unsubscribes': followLinks,
  'the health of the service can be read': readHealth,
};

describe('With only the published document', () => {
  for (const [guarantee, chapter] of Object.entries(chapters)) {
    test(guarantee, { timeout: 90_000 }, async () => chapter(await newCustomer()));
  }

  test('every operation can be called', () => {
    const operations = Object.values(documented.paths).flatMap((item) => Object.values(item));

    expect([...operationsCalled].sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  });
});
