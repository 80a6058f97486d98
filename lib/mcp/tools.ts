import type { Arguments } from '#lib/mcp/call-operation.ts';
import type { Confirmation } from '#lib/mcp/confirmations.ts';
import {
  confirmAnswer,
  confirmErasure,
  confirmImport,
  confirmStart,
  confirmUpdate,
} from '#lib/mcp/confirmations.ts';
import type { ToolOperation } from '#lib/mcp/operations.ts';

export interface Tool {
  readonly operation: ToolOperation;
  /** Follows the summary of the operation, or replaces it if arguments are fixed. States what an agent cannot see from the schema. */
  readonly hint?: string;
  /** Arguments with a value that the agent cannot choose. */
  readonly fixed?: Arguments;
  /** Arguments that the list does not show, to keep it short. */
  readonly omitted?: readonly string[];
  /** Sends or deletes: the call needs the text that this function returns for it. */
  readonly confirm?: Confirmation;
  /** Uses a method for writes, but changes nothing. */
  readonly changesNothing?: true;
}

/** All tools by name, in the order of their list. */
export const tools: Readonly<Record<string, Tool>> = {
  find_contacts: { operation: 'contacts.list' },
  get_contact: { operation: 'contacts.get' },
  import_contacts: {
    operation: 'contacts.import',
    hint: 'The first line of `csv` names the columns; unknown columns become custom fields. With more than 1,000 rows, follow the import with get_import.',
    confirm: confirmImport,
  },
  get_import: { operation: 'contacts.get-import' },
  erase_contact: { operation: 'erasures.create', confirm: confirmErasure },
  list_email_accounts: {
    operation: 'email-accounts.list',
    hint: 'Campaigns send from these mailboxes. Their health and limits show why a mailbox does not send. No tool connects a mailbox: a person does it in the dashboard.',
  },
  list_campaigns: { operation: 'campaigns.list' },
  get_campaign: {
    operation: 'campaigns.get',
    hint: '`sendingStatus` shows whether it sends, and the reasons why nothing is sent.',
  },
  create_campaign: {
    operation: 'campaigns.create',
    hint: 'Creates a draft, which sends nothing. Texts can have fields such as {{firstName}} or {{custom.plan | default: "free"}}. A follow-up without a subject is a reply in the thread.',
  },
  update_campaign: { operation: 'campaigns.update', confirm: confirmUpdate },
  preview_email: {
    operation: 'campaigns.preview',
    hint: 'Needs `contactId`, or `contact` with the values of an invented contact.',
    omitted: ['steps', 'emailAccountId'],
    changesNothing: true,
  },
  dry_run_campaign: {
    operation: 'campaigns.start',
    hint: 'Plans a start and changes nothing: the emails per day, and the contacts that would not get one. Use it before start_campaign.',
    fixed: { dryRun: true },
    changesNothing: true,
  },
  start_campaign: {
    operation: 'campaigns.start',
    hint: 'Starts a campaign, which then sends emails to people.',
    fixed: { dryRun: false },
    confirm: confirmStart,
  },
  pause_campaign: { operation: 'campaigns.pause' },
  list_recipients: {
    operation: 'campaigns.list-recipients',
    hint: '`waitingFor` and `reason` show why a contact did not get an email. dry_run_campaign also names contacts without a value that a text requires.',
  },
  get_campaign_statistics: { operation: 'campaigns.stats' },
  get_workspace_statistics: { operation: 'dashboard.stats' },
  list_activity: { operation: 'activity.list' },
  list_replies: { operation: 'replies.list' },
  get_reply_thread: {
    operation: 'replies.get-thread',
    hint: 'It has no text of the emails of the campaign: preview_email shows them.',
  },
  answer_reply: {
    operation: 'replies.answer',
    hint: 'Sends an email to the person who replied.',
    confirm: confirmAnswer,
  },
  list_webhooks: { operation: 'webhooks.list' },
  list_webhook_deliveries: { operation: 'webhooks.list-deliveries' },
  list_bulk_jobs: { operation: 'bulk-jobs.list' },
  get_bulk_job: { operation: 'bulk-jobs.get' },
};
