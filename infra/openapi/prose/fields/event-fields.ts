import { countTexts, rateTexts } from './count-fields.ts';

const maskedUrlText =
  'Scheme and host of the endpoint, such as `https://hooks.example.com/***`. The rest of its URL can be a secret.';

/** Fields of both `metadata` in activity and `data` in webhook events. */
const sharedTexts: Readonly<Record<string, string>> = {
  email: 'Address of the contact.',
  name: 'Name of the campaign.',
  openedAt: 'Time of the open.',
  isFirst: 'Whether this is the first such event of the contact in the campaign.',
  url: 'Destination of the link.',
  clickedAt: 'Time of the click.',
  messageId: '`Message-ID` of the reply.',
  subject: 'Subject of the reply.',
  snippet:
    'Beginning of the reply text, without quoted text, on one line. It ends with `…` if the text continues.',
  fromEmail: 'Sender address of the reply. `null` if its From header has no valid address.',
  replyId: 'The stored reply, see `GET /replies/{id}`.',
  smtpCode: 'SMTP reply code, such as 550. `null` if it is not known.',
  enhancedCode: 'Enhanced status code (RFC 3463), such as `5.1.1`. `null` if it is not known.',
  diagnostic: 'Error text that the mail server returned. `null` if it returned no text.',
  method:
    '`link`: the link in the message. `one_click`: the unsubscribe button of the mail program (RFC 8058). `reply`: a reply that asks for no further emails. More values may be added.',
  source:
    '`session`: the mail server of the account rejected the email. `report`: a delivery report arrived after the server had accepted it.',
  scope:
    'What the server rejects: `recipient`, only emails to this recipient; `message`, this content or size; `account`, emails of the account. More values may be added.',
  code: 'Code of the failure, as in `statusReason.code` of the account. More values may be added.',
  message:
    'Explanation with the words of the server, without addresses of recipients, as in `statusReason.message` of the account.',
  retryAt: 'Time of the next attempt. `null` if the account must be reconnected.',
  labels: 'All labels of the reply after the change.',
  addedLabels: 'Labels that the change added.',
  removedLabels: 'Labels that the change removed.',
  changedFields: 'Names of the changed fields of the contact.',
  blocklistEntryId: 'The entry that suppresses the contact.',
  webhookId: 'The failing or disabled webhook.',
  consecutiveFailures: 'Consecutive failed attempts.',
  errorCode: 'Code of the last failure, as in `lastError.code` of the webhook. More values may be added.',
  skippedStepIds: 'Steps that requests have skipped; empty if every step was sent.',
  variantId: 'The variant that all further emails of the step use. `null`: the winner was removed.',
  chosenBy:
    '`user`: a request has chosen or removed the winner. `rule`: the `winnerRule` of the step has chosen it.',
  metric: 'The metric of the rule. `null` unless a rule has chosen the winner.',
  probability:
    'The probability that the variant has the highest true rate. `null` unless a rule has chosen the winner.',
  stats: 'Counters of the campaign by name, as in its `stats`. More counters may be added.',
};

function withPrefix(prefix: string, texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${prefix}.${name}`, text]));
}

/** Activity, webhook events and statistics. */
export const eventTexts: Readonly<Record<string, string>> = {
  'ActivityEvent.id': 'Event id, the same as `X-Webhook-Id` of the webhook delivery. Ids sort by time.',
  'ActivityEvent.type': 'Event type. More values may be added.',
  occurredAt: 'Time of the event.',
  'ActivityEvent.campaignId': 'Id of the campaign. `null` if the event does not concern a campaign.',
  'ActivityEvent.contactId': 'Id of the contact. `null` if the event does not concern a contact.',
  'ActivityEvent.executionId':
    'Id of the execution (one contact in one campaign). `null` if the event does not concern an execution.',
  'ActivityEvent.stepId':
    'Id of the step of the email or of the A/B test. `null` if the event does not concern a step.',
  'ActivityEvent.variantId':
    'The variant of the email in an `email.sent` event; `null` for all other types. Statistics by variant nevertheless assign opens, clicks and replies to the variant of their email.',
  'ActivityEvent.emailAccountId':
    'Id of the account that sent the email, stopped sending or was connected again. `null` if the event does not concern an account.',
  'ActivityEvent.messageId':
    'The `Message-ID` of the email in an `email.sent` event, and of the reply in an `email.replied` event. `null` if the reply has none, and for all other types. For callers that may only read, and in exports, `***` replaces the code of our emails, because the code proves that its holder has received the email.',
  'ActivityEvent.isBot':
    'Whether the event is attributed to a bot. Such events are not counted and not sent to webhooks.',
  'ActivityEvent.botReason':
    'The reason why the event is attributed to a bot. `null` if it is not attributed to a bot. See [Bot detection](#bot-detection). More values may be added.',
  'ActivityEvent.metadata':
    'Additional fields that depend on `type`: the same fields as in `data` of the webhook event, without the ids.',

  ...withPrefix('metadata', sharedTexts),
  'metadata.reason':
    'For `contact.blocklisted`: the `reason` of the blocklist entry. For `campaign.paused`: the `pauseReason` of the campaign, or `deleted` if an active campaign was deleted. For `email.rejected`: the reason in the reply of the server, such as `authentication`, `spam`, `policy`, `rate_limited`, `mailbox_full` or `undetermined`. More values may be added.',
  'metadata.email':
    'Address of the contact. For `email_account.failing` and `email_account.reconnected`: address of the account.',

  'metadata.url':
    'For `email.clicked`: the destination of the link. For `webhook.failing` and `webhook.disabled`: the URL of the endpoint.',

  'data.executionId': 'The execution: one contact in one campaign.',
  'data.stepId': 'The step of the email.',
  'EmailRepliedEvent.data.stepId': 'The step of the email that was answered.',
  'data.emailAccountId': 'The account that sent the email.',
  ...withPrefix('data', sharedTexts),
  'EmailRejectedEvent.data.reason':
    'The reason in the reply of the server, such as `authentication`, `spam`, `policy`, `rate_limited`, `mailbox_full` or `undetermined`. More values may be added.',
  'EmailAccountFailingEvent.data.emailAccountId': 'The account that stopped sending.',
  'EmailAccountFailingEvent.data.email': 'Address of the account.',
  'ReplyLabelsChangedEvent.data.stepId': 'The step of the email that was answered.',
  'EmailAccountReconnectedEvent.data.emailAccountId': 'The account that works again.',
  'EmailAccountReconnectedEvent.data.email': 'Address of the account.',
  'CampaignWinnerChangedEvent.data.stepId': 'The step of the A/B test.',
  'WebhookFailingEvent.data.url': maskedUrlText,
  'WebhookDisabledEvent.data.url': maskedUrlText,
  'ContactBlocklistedEvent.data.reason': 'The `reason` of the blocklist entry.',
  'CampaignPausedEvent.data.reason':
    'The `pauseReason` of the campaign, or `deleted` if an active campaign was deleted.',

  'Statistics.period': 'The period of the statistics.',
  'period.from': 'First day.',
  'period.to': 'Last day, inclusive.',
  'period.timezone': 'The current time zone of the workspace, in which its days begin and end.',
  'Statistics.totals': 'Totals of the requested campaign or email account, otherwise of the workspace.',
  ...countTexts,
  'Statistics.rates':
    'Shares of the emails that were sent in the period, from 0 to 1. The base of each rate is the same as in `GET /campaigns/{id}/stats`. A rate is `null` without emails in its base.',
  ...withPrefix('Statistics.rates', rateTexts),
  'Statistics.campaigns': 'Current number of campaigns in the workspace, by status.',
  'Statistics.contacts': 'Current number of contacts in the workspace, by status.',
  'Statistics.emailAccounts':
    'Current number of email accounts in the workspace by status, and their capacity.',
  'Statistics.campaigns.draft': 'Campaigns with the status `draft`.',
  'Statistics.campaigns.active': 'Campaigns with the status `active`.',
  'Statistics.campaigns.paused': 'Campaigns with the status `paused`.',
  'Statistics.campaigns.completed': 'Campaigns with the status `completed`.',
  'Statistics.contacts.active': 'Contacts with the status `active`.',
  'Statistics.contacts.unsubscribed': 'Contacts with the status `unsubscribed`.',
  'Statistics.contacts.bounced': 'Contacts with the status `bounced`.',
  'Statistics.contacts.blocklisted': 'Contacts with the status `blocklisted`.',
  'Statistics.emailAccounts.connected': 'Accounts with the status `connected`.',
  'Statistics.emailAccounts.paused': 'Accounts with the status `paused`.',
  'Statistics.emailAccounts.error': 'Accounts with the status `error`.',
  'Statistics.emailAccounts.disconnected': 'Accounts with the status `disconnected`.',
  'emailAccounts.capacityToday':
    'Emails that the connected accounts can send on the current day in their `timezone`, according to `dailyLimit` and `rampUp`.',
  'emailAccounts.usedToday': 'Emails sent on the current day in the `timezone` of each account.',
  'Statistics.webhooks': 'Current number of webhooks in the workspace, by status.',
  'Statistics.webhooks.healthy': 'Webhooks with the status `healthy`.',
  'Statistics.webhooks.failing': 'Webhooks with the status `failing`.',
  'Statistics.webhooks.disabled': 'Webhooks with the status `disabled`.',
  'Statistics.series': 'One point per day or week of the period, including those without events.',
  'series.date': 'Local date; for a week, its Monday.',
};
