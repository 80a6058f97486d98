/** Recipients of a campaign, and campaigns of a contact. */
export const recipientTexts: Readonly<Record<string, string>> = {
  'Recipient.email': 'Address of the contact.',
  'Recipient.firstName': 'First name of the contact; `null` if it has none.',
  'Recipient.lastName': 'Last name of the contact; `null` if it has none.',
  'Recipient.contactStatus': 'Status of the contact. Only `active` contacts receive emails.',
  'Recipient.nextVariantId':
    'The variant of the next step that the contact will get; `null` if no email will follow.',
  'ContactCampaign.campaignName': 'Name of the campaign.',
  'ContactCampaign.campaignStatus': 'Status of the campaign.',
  'RecipientAction.action':
    'What to do with the recipients. The description of the operation explains each action.',
  'RecipientAction.contactIds': 'The recipients.',
  'RecipientAction.stepId':
    'The step to skip, to continue or restart at, or to resolve. Required for `skip`, `continue` and `resolve`; optional for `restart`. It makes a repeated request safe.',
  'RecipientAction.outcome':
    'Only for `resolve`, where it is required. `sent`: the mail server accepted the email. `not_sent`: it did not.',
  'RecipientActionReport.applied': 'Number of recipients that changed.',
  'RecipientActionReport.unchanged': 'Number of recipients that already had the resulting state.',
  'RecipientActionReport.refused': 'Number of recipients that the action could not be applied to.',
  'RecipientActionReport.results': 'The result for each contact, in the order of the request.',
  'results.outcome':
    '`applied`: the recipient changed. `unchanged`: it already had the resulting state. `refused`: the action cannot be applied; see `reason`.',
  'results.reason':
    'Why the action was refused; otherwise `null`. `active_elsewhere`: the contact is in another started campaign. `address_changed`: the earlier emails went to another address. `already_sent`: the step was sent or may have been sent. `clicked` and `replied`: the campaign stops on clicks or replies. `ended`: the sequence has ended. `in_flight`: an email is being sent. `in_progress`: the sequence has not ended, or its last email has no known outcome. `no_step_left`: no step follows. `no_subject`: the email would start a thread without a subject. `not_enrolled`: the contact was never in the campaign. `not_failed`: the sequence did not fail. `not_next_step`: the contact waits for another step. `outcome_known`: the email has no unknown outcome. `outcome_unknown`: resolve the outcome first. `paused`: use `resume`. `step_deleted`: the step or the account was deleted. `suppressed`: the contact receives no emails. More values may be added.',
  'results.message': 'The reason as a sentence; `null` unless refused.',
  execution: 'The progress of the contact in the campaign.',
  'ListedContact.execution':
    'The progress of the contact in the campaign of the query. Only present if the query has `campaignId`.',
  waitingFor:
    'Why the next email was not sent yet; `null` if no email will follow. `campaign`: the campaign is not active. `delay`: the step is not due yet. `slot`: the step is due and waits for a window, a limit or an account. `in_flight`: the email is being sent. `outcome`: it is unknown whether the mail server accepted the last email. `missing_variable`: the text requires a value that the contact does not have. `nothing_to_send`: the step has no enabled variant. More values may be added.',
  lastEvent: 'The latest event of the contact in the campaign; `null` before the first email.',
  'lastEvent.type':
    '`sent`: an email was sent. `opened`, `clicked` and `replied`: by the recipient. `finished`: the sequence ended. More values may be added.',
};
