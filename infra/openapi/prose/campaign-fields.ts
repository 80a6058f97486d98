/** Why a contact does not enter a campaign. */
export const refusalReasons =
  '`suppressed`: the contact is not `active`. `already_enrolled`: it is in this campaign, or was, and `allowReentry` is false; `continueCampaigns` of `PATCH /contacts/{id}` lets a contact continue that was. `active_elsewhere`: it is in another campaign that was started, and `allowParallel` is false.';

/** Campaigns, their steps and schedules, and contacts in them. */
export const campaignTexts: Readonly<Record<string, string>> = {
  'Campaign.name': 'Shown to you only, never to recipients. White space around it is dropped.',
  'Campaign.description': 'For your own notes; `null` for none.',
  'Campaign.status': 'Set by the service: changed by starting, pausing and finishing, never by a PATCH.',
  'Campaign.pauseReason':
    'Set by the service; `null` unless the campaign is paused. `user`: by a request. `bounce_rate`: too many mails bounced, see `bouncePauseThreshold`. `no_sending_accounts`: for 24 hours none of its accounts could send. While one of them can, the campaign is not paused for the threads of another.',
  'Campaign.sendingStatus':
    'Why nothing is being sent, if nothing is, and when something will be. Computed for each answer.',
  'Campaign.steps':
    'The mails of the sequence, in the order in which a contact gets them. In a PATCH the list is replaced whole: a step that comes with its `id` stays the step that it was. While the campaign is active, steps cannot be added, removed or reordered, nor their `delay` and `thread` changed: pause first.',
  'Campaign.stepCount': 'How many steps it has. Lists leave the steps themselves out.',
  'Campaign.schedule': 'When mails may leave. In a PATCH, fields that are absent keep their value.',
  'Campaign.emailAccountIds':
    'The accounts that it sends from; each contact gets all messages from the account that sent the first, unless `threadReassignments` names another. An empty list is allowed in a draft.',
  'Campaign.threadReassignments':
    'Which account sends the follow-ups of an account that cannot, or should not, send them any more, such as a disconnected one. Each follow-up goes on in its thread. Holds for all threads of the account, also those to come, until you remove the entry; a thread that has moved stays with the account that sent its last message. Set by a PATCH; a new campaign has none.',
  'threadReassignments.fromAccountId': 'The account whose threads are reassigned. It appears once.',
  'threadReassignments.toAccountId':
    'The account that sends their follow-ups: one of `emailAccountIds`, and not the `fromAccountId` of an entry.',
  'Campaign.dailyLimit':
    'Messages that it sends on one day of its `schedule.timezone`, over all accounts; `null` for no limit but those of the accounts.',
  'Campaign.dailyNewContactLimit':
    'Contacts that get their first message on one day of its `schedule.timezone`; `null` for no limit.',
  'Campaign.prioritizeNewContacts':
    'What goes first when a limit forces a choice: `true` first mails, `false` follow-ups.',
  'Campaign.maxContactsPerCompanyPerDay':
    'Contacts of one company that get a message on one day of its `schedule.timezone`; `null` for no limit.',
  'Campaign.stopOnReply': 'Whether a reply by a human ends the sequence for that contact.',
  'Campaign.stopCompanyOnReply':
    'Whether it also ends the sequence for the other contacts of the same company.',
  'Campaign.stopOnClick': 'Whether the click of a link ends the sequence for that contact.',
  'Campaign.stopOnAutoReply':
    'Whether an automatic reply, such as an out-of-office note, ends the sequence for that contact.',
  'Campaign.autoReplyDelayDays': 'Days by which an automatic reply postpones the next mail to that contact.',
  'Campaign.trackOpens': 'Whether mails carry a pixel that tells when they are opened.',
  'Campaign.trackClicks': 'Whether links lead through this service, which tells when they are clicked.',
  'Campaign.plainTextOnly': 'Whether mails have a text part only: then neither opens nor clicks are tracked.',
  'Campaign.unsubscribe':
    'How recipients can unsubscribe. In a PATCH, fields that are absent keep their value.',
  'unsubscribe.header':
    'Whether mails carry `List-Unsubscribe`, with which mail programs offer it by one click.',
  'unsubscribe.link': 'Whether mails end with a link, unless their body has `{{unsubscribeUrl}}` itself.',
  'unsubscribe.text': 'The words of the link; `null` for ours.',
  'Campaign.bouncePauseThreshold':
    'Percent of the messages of the last 7 days: the campaign is paused when this share or more of them bounced, of at least 50. `0` turns it off.',
  'Campaign.allowReentry': 'Whether a contact that has finished the campaign may be enrolled in it again.',
  'Campaign.allowParallel': 'Whether it takes contacts that are still in another campaign.',
  'Campaign.continuous': 'Whether it stays active when all contacts are through, and keeps taking new ones.',
  'Campaign.audience':
    'Contacts to enrol besides those named one by one: matching contacts at the start, when the audience changes while the campaign is active and, while `continuous`, as they appear. `null` for none. It needs a tag or a company. In a PATCH, absent fields keep their value.',
  'audience.tags': 'Tags of contacts.',
  'audience.companyIds': 'Companies whose contacts match.',
  'audience.match': '`any`: one of the tags or companies is enough. `all`: a contact must have them all.',
  'Campaign.tags': 'Labels of your own, to filter campaigns by.',
  'NewCampaign.contactIds': 'Contacts to enrol, by the rules above. Written only: answers tell `enrolment`.',
  'CampaignPatch.addContactIds':
    'Contacts to enrol besides those that are in. Written only: answers tell `enrolment`.',
  'CampaignPatch.removeContactIds':
    'Contacts whose sequence is stopped. Written only. One that is not in the campaign is left as it is.',
  'Campaign.startedAt': 'When it was first started; `null` before that. Set by the service.',
  'Campaign.pausedAt': 'When it was paused; `null` unless it is. Set by the service.',
  'Campaign.completedAt': 'When it was completed; `null` unless it is. Set by the service.',
  'Campaign.stats':
    'Set by the service, and a moment behind. Contacts are counted once each, except in `sent`, which counts mails.',
  'stats.contacts': 'Contacts that are or were in the campaign.',
  'stats.pending': 'Contacts that have had no mail yet and may get one.',
  'stats.inProgress': 'Contacts that have had a mail and whose sequence goes on.',
  'stats.paused':
    'Contacts that wait for a value that their text needs, or for a step with an enabled variant. They are in no other count of open contacts.',
  'stats.unknown':
    'Contacts whose email may or may not have arrived. It is never sent again. After a day without evidence they are counted in `failed`.',
  'stats.completed': 'Contacts that have had all mails of the sequence.',
  'stats.failed': 'Contacts whose sequence ended because an email could not be sent.',
  'stats.stopped':
    'Contacts that were taken out, or whose sequence the campaign ended, see `reason` of the execution.',
  'stats.suppressed': 'Contacts whose sequence ended because they were blocked by the blocklist.',
  'stats.sent': 'Mails that were sent.',
  'stats.opened': 'Contacts that opened a mail.',
  'stats.clicked': 'Contacts that clicked a link.',
  'stats.replied': 'Contacts that replied, whether or not that ended their sequence.',
  'stats.bounced': 'Contacts whose sequence a bounce ended.',
  'stats.unsubscribed': 'Contacts whose sequence ended because they unsubscribed.',

  'notEnrolled.campaignId': 'The campaign that the contact may not enter.',
  'notEnrolled.contactId': 'A contact that was asked for.',
  'notEnrolled.reason': refusalReasons,

  'SendingStatus.state':
    '`not_started`: a draft. `sending`: mails are going out. `waiting_for_delay`: the next step is not due yet. `outside_window`: the schedule is closed. `campaign_limit_reached`: the daily limit of the campaign. `account_limits_reached`: those of all its accounts, or all of them rest because their servers asked for it. `no_contacts`: nobody is left to be mailed. `no_healthy_account`: no account can send what is left; follow-ups of an account that cannot send wait until it is reconnected or `threadReassignments` names another. `idle`: nothing is due, or the campaign is paused or completed.',
  'SendingStatus.reasons':
    'The state in more detail, as short codes such as `window`, `step_delay`, `paused_user` or `account_error`. While there are such contacts, `contacts_paused`, `contacts_unknown`, `contacts_failed`, `contacts_stopped` and `contacts_suppressed` follow, as counted in `stats`, also while mails are going out. More may come.',
  'SendingStatus.nextSendAt': 'When the next mail may leave; `null` when that is not known, or none will.',
  'SendingStatus.estimatedCompletionAt':
    'When the last mail would leave, made by the same calculation as the plan of a dry run: with gaps, delays, limits and windows, if nothing else happens. For more contacts than the plan looks at it is estimated from those. `null` when nothing is being sent, the campaign is `continuous`, or it would take more than a year.',

  'Step.id': 'Given by the service. In a PATCH: send it back to keep the step, leave it out for a new one.',
  'Step.type': 'What the step does. There are only mails.',
  'Step.delay':
    'The wait before this step, after the mail before it; for the first step, after the contact was enrolled. When left out, the first step waits for nothing and each other for 3 days.',
  'Delay.value': 'How many units.',
  'Delay.unit': 'Minutes and hours pass; a day is one of the calendar, and ends at the same time of day.',
  'Step.businessDaysOnly':
    'Whether only Monday to Friday count, without blackout dates; a mail due on another day is due when the next business day begins.',
  'Step.thread':
    '`new` begins a conversation, `reply` goes on with the one before. The first step is always `new`; when left out, each other is `reply`.',
  'Step.variants':
    'Texts to choose from. Each contact gets one of those that are enabled, and on every retry the same.',
  'variants.id': 'Given by the service. In a PATCH: send it back with its step to keep the variant.',
  'variants.subject':
    'Required for a step whose `thread` is `new`, by the time the campaign is started; a reply repeats the subject before it, and has none of its own. May have merge fields and choices, see [Campaigns](#campaigns).',
  'variants.bodyHtml':
    'May have merge fields, whose values are escaped, and choices. Not cleaned of anything. `null` when there is `bodyText` only.',
  'variants.bodyText':
    'May have merge fields and choices. `null` when there is `bodyHtml` only: then it is made of that.',
  'variants.weight':
    'How often it is chosen, in proportion to the other weights; 0 is never, unless all are 0.',
  'variants.enabled': 'Whether it is chosen at all.',

  'Schedule.timezone':
    'IANA name of the zone whose clocks the windows and blackout dates mean, such as `Europe/Oslo`.',
  'Schedule.windows': 'Times of the week at which mails may leave. Where they overlap they count once.',
  'windows.days': 'Days of the week.',
  'windows.from': 'First local time of day at which mails may leave: `09:00`.',
  'windows.to':
    'Local time of day from which no mail leaves any more; later than `from`. `24:00` is the end of the day.',
  'Schedule.startAt': 'No mail leaves before; `null` for no such limit.',
  'Schedule.endAt': 'No mail leaves from then on, and the campaign is completed; `null` for no such limit.',
  'Schedule.useContactTimezone':
    "Whether the windows mean the clocks of a contact's `timezone`, where it has one.",
  'Schedule.blackoutDates': 'Local dates on which nothing is sent.',

  'StartOptions.dryRun': 'Changes nothing and answers with the plan: what starting would bring about.',
  'SendingPlan.plan':
    'What would be sent, as far as it can be told: by the limits, windows and contacts as they are, if nothing else happens.',
  'plan.days': 'How many mails each account would send on each day; days without any are left out.',
  'days.date': "Local date, by the clocks of the campaign's `timezone`.",
  'days.emailAccountId': 'The email account.',
  'days.mails': 'Mails that it would send on that day.',
  'plan.totalMails': 'All mails of the plan.',
  'plan.firstSendAt': 'When the first of them would leave; `null` when there is none.',
  'plan.estimatedCompletionAt':
    'When the last of them would leave, see `estimatedCompletionAt` of `sendingStatus`; `null` when there is none, or the campaign is `continuous`.',
  'plan.missingVariables':
    'The first 100 contacts for whom a text cannot be rendered: a merge field has neither value nor default.',
  'missingVariables.contactId': 'The contact.',
  'missingVariables.fields':
    'The merge fields that it has no value for, by their names: `lastName`, `company.name`, `custom.plan`.',
  'plan.suppressed': 'Ids of the first 100 contacts who must not be mailed.',
  'plan.truncated':
    'Whether something was left out: at most 1,000 contacts and a year of days are looked at, and 100 contacts of a list are shown.',

  'Execution.id': 'Names one contact in one campaign.',
  'Execution.campaignId': 'The campaign.',
  'Execution.contactId': 'The contact.',
  'Execution.status':
    '`pending`: no mail yet. `in_progress`: the sequence goes on. `paused`: it waits, see `reason`. All others are its end: `completed` after the last mail, `replied`, `bounced`, `unsubscribed`, `blocklisted`, `failed` when mail could not be sent, `stopped` when it was taken out or the campaign ended.',
  'Execution.reason':
    'Why it is paused or has ended, as a short code such as `missing_variable`, `removed`, `campaign_ended` or `active_elsewhere`; `null` when the status says all.',
  'Execution.emailAccountId':
    'The account that sent the last message to this contact; `null` before the first.',
  'Execution.currentStepId': 'The step of the last mail; `null` before the first.',
  'Execution.nextStepId': 'The step of the next mail; `null` when there is none.',
  'Execution.nextSendAt': 'When the next mail is due at the earliest; `null` when there is none.',
  'Execution.sentCount': 'Mails that this contact has got in this campaign.',
  'Execution.lastSentAt': 'When the last of them was sent; `null` before the first.',
  'Execution.openedAt': 'When one of them was first opened; `null` when none was.',
  'Execution.clickedAt': 'When a link was first clicked; `null` when none was.',
  'Execution.repliedAt': 'When the contact replied; `null` when it has not.',
  'Execution.finishedAt': 'When the sequence ended; `null` while it goes on.',
};
