/** The dry run of a campaign. */
export const planTexts: Readonly<Record<string, string>> = {
  'StartOptions.dryRun':
    'Whether to return a plan of what the start would send instead of starting the campaign.',
  'SendingPlan.plan':
    'The emails that would be sent with the current limits, windows and contacts if no other event occurs and no other campaign sends from the same accounts. Daily limits are shared by all campaigns of an account; the plan subtracts only what its accounts have sent today.',
  'plan.days': 'Emails for each day and account. Days without emails are omitted.',
  'days.date': 'Local date in the `timezone` of the campaign.',
  'days.emailAccountId': 'The email account.',
  'days.mails': 'Emails that the account would send on this day.',
  'plan.totalMails': 'Number of emails in the plan.',
  'plan.firstSendAt': 'Time of the first email. `null` if no email is planned.',
  'plan.estimatedCompletionAt':
    'Time of the last email. `null` if no email is planned or the campaign is `continuous`. See `estimatedCompletionAt` of `sendingStatus`.',
  'plan.counts':
    'Numbers of the whole plan. The lists of the plan end after 100 elements; these numbers do not.',
  'counts.contacts':
    'Contacts that wait for an email, or would wait for one after the start. Suppressed contacts are not included.',
  'counts.missingVariables': 'Contacts with a merge field that has no value and no default.',
  'counts.invalidLinks': 'Emails with links that are not URLs.',
  'counts.suppressed': 'Contacts of the campaign and its `audience` that are suppressed.',
  'counts.activeElsewhere':
    'Contacts that get no email because they are in another started campaign. They are not in `contacts`. 0 if the campaign has `allowParallel` or has started.',
  'counts.repliedBefore':
    'Contacts that would get their first email of the campaign, and have replied to an earlier email.',
  'counts.contactedRecently':
    'Contacts that would get their first email of the campaign, and received another email in the last seven days without a reply.',
  'plan.missingFields':
    'The merge fields without a value and a default, each with the number of contacts that lack it, most frequent first.',
  'missingFields.field': 'Name of the merge field, such as `lastName` or `custom.plan`.',
  'missingFields.contacts': 'Number of contacts without a value.',
  'plan.missingVariables':
    'The first 100 contacts with a text that cannot be rendered because a merge field has no value and no default.',
  'missingVariables.fields':
    'Names of the merge fields without a value, such as `lastName`, `company.name` or `custom.plan`.',
  'plan.invalidLinks':
    'The first 100 emails with links that are not URLs, because of their merge field values or their text. They are sent; mail clients do not open these links.',
  'invalidLinks.contactId': 'The contact.',
  'invalidLinks.stepId': 'The step.',
  'invalidLinks.links': 'The links as they would be sent.',
  'plan.activeElsewhere': 'Ids of the first 100 contacts of `counts.activeElsewhere`.',
  'plan.repliedBefore':
    'Ids of the first 100 contacts that would get their first email of the campaign, and have replied to an earlier email.',
  'plan.contactedRecently':
    'Ids of the first 100 contacts that would get their first email of the campaign, and received another email in the last seven days without a reply.',
  'plan.suppressed': 'Ids of the first 100 contacts of the campaign and its `audience` that are suppressed.',
  'plan.truncated': 'Whether the plan is incomplete, see `truncatedReasons`.',
  'plan.truncatedReasons':
    'Why the plan is incomplete; empty if it is complete. `enrolment_in_progress`: contacts are still being enrolled, which takes seconds after a request that names them, and are not in the plan: repeat the dry run. `contact_limit`: a plan covers at most 1,000 contacts. `period_limit`: emails remain after one year, after 30,000 emails or after the last window of the schedule. `list_limit`: each list has at most 100 contacts. More values may be added.',
  'plan.warnings': 'What to correct before the start. Warnings do not prevent a start.',
  'PlanWarning.code':
    '`no_postal_address`: the accounts in `emailAccountIds` have no `postalAddress`, which many countries require in each commercial email. `placeholder_text`: the steps in `stepIds` have texts in square brackets, such as `[your product]`, which are sent as they are. More values may be added.',
  'PlanWarning.message': 'Description of the warning.',
  'PlanWarning.emailAccountIds': 'The email accounts that the warning is about; empty if it is about steps.',
  'PlanWarning.stepIds': 'The steps that the warning is about; empty if it is about email accounts.',
};
