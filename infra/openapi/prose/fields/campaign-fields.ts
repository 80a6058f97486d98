import { sendingReasonsText } from '../sending-reasons.ts';
import { countTexts } from './count-fields.ts';

/** Why a contact cannot be enrolled in a campaign. */
export const refusalReasons =
  '`suppressed`: the contact is not `active`. `already_enrolled`: the contact is or was in this campaign, and `allowReentry` is false; use `continueCampaigns` of `PATCH /contacts/{id}` to continue an ended sequence. `active_elsewhere`: the contact is in another started campaign, and `allowParallel` is false. More values may be added.';

/** Campaigns, their steps and schedules, and their contacts. */
export const campaignTexts: Readonly<Record<string, string>> = {
  'Campaign.name': 'Internal name; recipients never see it. White space around it is removed.',
  'Campaign.description': 'Internal notes. `null` if the campaign has no notes.',
  'Campaign.status': 'Read-only. Start and pause the campaign to change it.',
  'Campaign.pauseReason':
    'The reason why the campaign is paused. `null` if it is not paused. Read-only. `user`: by a request. `bounce_rate`: too many emails bounced, see `bouncePauseThreshold`. `no_sending_accounts`: no account could send for 24 hours. More values may be added.',
  'Campaign.sendingStatus':
    'Whether the campaign is sending, why not, and when the next email can be sent. Computed for each response.',
  'Campaign.steps':
    'The emails of the sequence, in order. In a PATCH, the list is replaced as a whole; a step with an existing `id` updates that step. While the campaign is active, you can add steps only at the end, and cannot remove or reorder steps or change their `delay` and `thread`: pause the campaign first.',
  'Campaign.stepCount': 'Number of steps. Lists omit the steps themselves.',
  'Campaign.schedule': 'The times at which emails can be sent. In a PATCH, absent fields keep their value.',
  'Campaign.emailAccountIds':
    'The accounts to send from. Each contact gets all emails from the account that sent the first one, unless `threadReassignments` specifies another. A draft can have an empty list.',
  'Campaign.threadReassignments':
    'Reassigns the follow-ups of one account to another, for example if an account is disconnected. Follow-ups stay in their thread. An entry applies to all current and future threads of the account until you remove it. A moved thread stays with the account that sent its last message. Can be set by PATCH only.',
  'threadReassignments.fromAccountId': 'The account that loses its threads. An account can be listed once.',
  'threadReassignments.toAccountId':
    'The account that sends the follow-ups. It must be in `emailAccountIds` and must not be the `fromAccountId` of an entry.',
  'Campaign.dailyLimit':
    'Maximum number of emails per day, over all accounts. Days are in `schedule.timezone`. `null` if there is no limit. The limits of the accounts also apply.',
  'Campaign.dailyNewContactLimit':
    'Maximum number of contacts that get their first email per day. Days are in `schedule.timezone`. `null` if there is no limit.',
  'Campaign.prioritizeNewContacts':
    'Whether first emails (`true`) or follow-ups (`false`) are sent first when a limit applies.',
  'Campaign.maxContactsPerCompanyPerDay':
    'Maximum number of contacts of one company that get an email per day. Days are in `schedule.timezone`. Contacts that got an email while no limit was set do not count. `null` if there is no limit.',
  'Campaign.stopOnReply': 'Whether a human reply ends the sequence for the contact.',
  'Campaign.stopCompanyOnReply':
    'Whether a human reply also ends the sequence for other contacts of the same company.',
  'Campaign.stopOnClick': 'Whether a click on a link ends the sequence for the contact.',
  'Campaign.stopOnAutoReply':
    'Whether an automatic reply, such as an out-of-office message, ends the sequence for the contact.',
  'Campaign.autoReplyDelayDays':
    'Days by which an automatic reply delays the next email to the contact. The email waits longer if the text of the automatic reply states a later day of return, at most 90 days ahead. `0`: an automatic reply delays nothing. The recipient then has the `reason` `auto_reply` and the new time in `nextSendAt`.',
  'Campaign.honourOptOutReplies':
    'Whether a human reply from the address of the contact that clearly asks for no further emails unsubscribes the contact. If `false`, such a reply only suggests the label `unsubscribe_request`.',
  'Campaign.trackOpens':
    'Whether emails contain an open-tracking image. An email without `bodyHtml` has none.',
  'Campaign.trackClicks':
    'Whether links are replaced by tracked links. The links of an email without `bodyHtml` are not replaced.',
  'Campaign.plainTextOnly': 'Whether emails have only a text part. Opens and clicks are not tracked then.',
  'Campaign.unsubscribe': 'How recipients can unsubscribe. In a PATCH, absent fields keep their value.',
  'unsubscribe.header':
    'Whether emails have a `List-Unsubscribe` header, which mail programs show as a button if the DKIM signature of the mail server covers it.',
  'unsubscribe.link':
    'Whether emails end with an unsubscribe link. The link is not added to an email with `{{unsubscribeUrl}}` in its body.',
  'unsubscribe.text':
    'The text of the unsubscribe link, or a sentence that marks its linked words with brackets: `Not for you? [Tell me], and I stop.` `null` if the link has the default text. The page behind the link is in the language of the browser.',
  'Campaign.bouncePauseThreshold':
    'The bounce rate, in percent, at which the campaign is paused: when this share or more of the emails of the last 7 days bounced: of today and the 6 days before, in the time zone of the workspace. After a restart from such a pause, only emails since the restart count. Applies from 50 emails on. `0` disables the check.',
  'Campaign.allowReentry': 'Whether a contact that has finished the campaign can be enrolled in it again.',
  'Campaign.allowParallel': 'Whether contacts can be enrolled while they are in another started campaign.',
  'Campaign.continuous':
    'Whether the campaign stays active when all contacts are processed, and continues to enrol new ones.',
  'Campaign.audience':
    'A filter for contacts to enrol in addition to the contacts listed by id. `null` if the campaign has no audience. Matching contacts are enrolled at the start, and when you change the audience of an active campaign. If the campaign is `continuous`, contacts that begin to match later are enrolled too. Must contain at least one tag or company. In a PATCH, absent fields keep their value.',
  'audience.tags': 'Tags of contacts, see `match`.',
  'audience.companyIds': 'Companies of contacts, see `match`.',
  'audience.match':
    '`any`: a contact matches with at least one of the tags or companies. `all`: a contact must have all of them.',
  'Campaign.tags': 'Labels that you can filter campaigns by.',
  'NewCampaign.contactIds': 'Contacts to enrol. Write-only; the result is in `enrolment`.',
  'CampaignPatch.addContactIds':
    'Contacts to enrol in addition to the current ones. Write-only; the result is in `enrolment`.',
  'CampaignPatch.removeContactIds':
    'Contacts to stop the sequence of. Write-only. Contacts that are not in the campaign are ignored.',
  'Campaign.startedAt': 'Time of the first start. `null` before the first start. Read-only.',
  'Campaign.pausedAt': 'Time of the pause. `null` if the campaign is not paused. Read-only.',
  'Campaign.completedAt': 'Time of completion. `null` if the campaign is not completed. Read-only.',
  'Campaign.stats':
    'Counters of the campaign. Read-only and eventually consistent. From `contacts` to `endedByUnsubscribe`, they count sequences by their current state: one sequence per contact, and another one for each restart and each repeated enrolment with `allowReentry`. `pending`, `inProgress`, `paused`, `unknown`, `completed`, `failed`, `stopped`, `suppressed`, `endedByReply`, `endedByBounce` and `endedByUnsubscribe` add up to `contacts`. From `sent` on, they count events of emails since the first start, also after a sequence has ended: the same numbers as in `GET /campaigns/{id}/stats` and in the activity. All of these count emails, except `replied`, which counts each sequence once.',
  'stats.contacts':
    'Contacts that are or were in the campaign. A contact that was restarted or enrolled again counts once more.',
  'stats.pending': 'Contacts that have not received an email yet and are not paused.',
  'stats.inProgress': 'Contacts that have received an email and have further steps.',
  'stats.paused':
    'Contacts that wait for a value that their text requires, or for a step with an enabled variant. They do not count as `pending` or `inProgress`.',
  'stats.unknown':
    'Contacts with an unknown outcome of their last email: the mail server may or may not have accepted it. It is never sent again. Without evidence within a day, the contact counts as `failed`.',
  'stats.completed': 'Contacts that have received all emails of the sequence.',
  'stats.failed': 'Contacts for which the sequence ended because an email could not be sent.',
  'stats.stopped':
    'Contacts that were removed, and contacts for which the campaign stopped the sequence. See `reason` of the execution.',
  'stats.suppressed': 'Contacts for which a blocklist entry ended the sequence.',
  'stats.endedByReply': 'Contacts for which a reply ended the sequence.',
  'stats.endedByBounce': 'Contacts for which a hard bounce ended the sequence.',
  'stats.endedByUnsubscribe': 'Contacts for which an unsubscribe ended the sequence.',
  'stats.opened':
    'Emails that were opened at least once. The open rate is `opened` divided by `openTracked`.',
  'stats.clicked':
    'Emails with a link that was clicked. The click rate is `clicked` divided by `clickTracked`.',
  'stats.replied': 'Contacts that replied, even if their sequence continued.',
  'stats.bounced': `${countTexts.bounced} \`bouncePauseThreshold\` uses the same bounces.`,

  'EnrolledCampaign.warnings': 'Warnings about the steps; often empty.',
  'StartedCampaign.warnings': 'Warnings about the steps; often empty.',
  'StepWarning.code':
    '`unused_subject`: the variant has a subject, but its step replies with the subject of the conversation. `invalid_links`: links are not URLs with any values of their merge fields; mail clients do not open them. More values may be added.',
  'StepWarning.path': 'The field, such as `steps[1].variants[0].subject`.',

  'notEnrolled.contactId': 'The contact that was not enrolled.',
  'notEnrolled.reason': refusalReasons,

  'SendingStatus.state':
    '`not_started`: the campaign is a draft. `sending`: emails are being sent. `waiting_for_delay`: the next step is not due yet. `outside_window`: the schedule has no open window. `campaign_limit_reached`: the daily limit of the campaign is reached. `account_limits_reached`: the daily limits of all accounts are reached, or their servers have rate-limited them. `no_contacts`: no contact has a pending email. `no_healthy_account`: no account can send the pending emails; follow-ups wait until their account is connected again or `threadReassignments` names another. `idle`: nothing is due, or the campaign is paused or completed. More values may be added.',
  'SendingStatus.reasons': `Short codes that explain \`state\`. ${sendingReasonsText} Codes that start with \`contacts_\` are also listed while emails are being sent. More values may be added.`,
  'SendingStatus.nextSendAt':
    'Earliest time of the next email. `null` if it is unknown or no email is pending.',
  'SendingStatus.estimatedCompletionAt':
    'Estimated time of the last email, calculated like the plan of a dry run. If the campaign has more contacts than the plan covers, the time is extrapolated. `null` if nothing is being sent, the campaign is `continuous`, or sending would take more than a year.',

  'Step.id':
    'Id of the step, assigned by the service. In a PATCH, send it to keep the step and omit it for a new step.',
  'Step.type': 'The kind of step. All steps are emails now. More values may be added.',
  'Step.delay':
    'Wait after the previous email, or after enrolment for the first step. Defaults to no wait for the first step and 3 days for every other step.',
  'Delay.value': 'Number of units.',
  'Delay.unit':
    '`minutes` and `hours` are elapsed time. `days` are calendar days: the step is due at the same local time of day.',
  'Step.businessDaysOnly':
    'Whether only Monday to Friday count, without blackout dates. An email that is due on another day moves to the start of the next business day.',
  'Step.thread':
    '`new` starts a conversation; `reply` continues the previous one. The first step is always `new`. Defaults to `reply` for every other step.',
  'Step.variants':
    'Alternative texts for A/B tests. Each contact is assigned one enabled variant, which does not change on retries, until a winner is chosen.',
  'variants.id':
    'Id of the variant, assigned by the service. In a PATCH, send it with its step to keep the variant.',
  'variants.subject':
    'Subject line. A campaign can only start if every step with `thread: new` has one. With `thread: reply`, the email normally uses the subject of the conversation. It uses this subject if it starts a conversation, because the earlier steps were skipped or the sequence was restarted at this step. The responses to a creation, an edit and a preview list unused subjects as `warnings`. Can contain merge fields and spintax, see [Campaigns](#campaigns).',
  'variants.bodyHtml':
    'HTML body. `null` if there is only `bodyText`. Can contain merge fields and spintax. Values of merge fields are escaped. The body is not sanitized.',
  'variants.bodyText':
    'Text body. `null` if there is only `bodyHtml`: the text is then generated from it. Can contain merge fields and spintax.',
  'variants.weight':
    'Relative frequency of the variant. A variant with 0 is not used, unless all weights are 0.',
  'variants.enabled': 'Whether the variant is used.',

  'Schedule.timezone': 'IANA time zone of the windows and blackout dates, such as `Europe/Oslo`.',
  'Schedule.windows': 'Weekly time windows in which emails can be sent. Windows can overlap.',
  'SendingWindow.days': 'Days of the week.',
  'SendingWindow.from': 'Local start time, inclusive: `09:00`.',
  'SendingWindow.to': 'Local end time, exclusive, later than `from`. `24:00` is the end of the day.',
  'Schedule.startAt': 'No email is sent before this time. `null` if the campaign has no start date.',
  'Schedule.endAt':
    'No email is sent from this time on, and the campaign is completed. To end an active campaign now, set the present time. `null` if the campaign has no end date.',
  'Schedule.useContactTimezone':
    'Whether the windows apply in the `timezone` of each contact, if the contact has one.',
  'Schedule.blackoutDates': 'Local dates on which no email is sent.',

  'Execution.id': 'Id of the execution: one contact in one campaign.',
  'Execution.status':
    '`pending`: no email sent yet. `in_progress`: the sequence continues. `paused`: the sequence waits, see `reason`. The other values are final. `completed`: every step was sent, or skipped by a request, see `skippedStepIds`. `replied`, `bounced` and `unsubscribed`: the event that ended the sequence. `blocklisted`: a blocklist entry ended it. `failed`: an email could not be sent. `stopped`: the contact was removed or the campaign ended. More values may be added.',
  'Execution.detail':
    'The words of the mail server about the last rejection, at most 300 characters, also while the email waits for the next attempt. `null` if no server has rejected the current email.',
  'Execution.reason':
    'Short code that explains a pause, a delay or an end, such as `missing_variable`, `removed`, `campaign_ended` or `active_elsewhere`. `excluded`: the contact was removed before its enrolment, and no counter of the campaign includes it. `auto_reply` of a sequence that continues: an automatic reply, such as an out-of-office message, has delayed the next email to `nextSendAt`, by `autoReplyDelayDays` of the campaign or until the day of return. `null` if the status explains it. More values may be added.',
  'Execution.emailAccountId':
    'The account that sent the last email to this contact. `null` before the first email.',
  'Execution.currentStepId': 'The step of the last email. `null` before the first email.',
  'Execution.nextStepId': 'Id of the step that is sent next. `null` if no email will follow.',
  'Execution.skippedStepIds':
    'Ids of the steps that a request has skipped, in the order of the requests. They are not sent, unless the sequence is continued at one of them.',
  'Execution.nextSendAt':
    'Earliest time of the next email, which can be in the past. `null` if no email will follow.',
  'Execution.sentCount': 'Emails sent to this contact in this campaign.',
  'Execution.lastSentAt': 'Time of the last email. `null` before the first email.',
  'Execution.openedAt': 'Time of the first open. `null` if no email was opened.',
  'Execution.clickedAt': 'Time of the first click. `null` if no link was clicked.',
  'Execution.repliedAt': 'Time of the reply. `null` if the contact has not replied.',
  'Execution.finishedAt': 'Time when the sequence ended. `null` while it continues.',
};
