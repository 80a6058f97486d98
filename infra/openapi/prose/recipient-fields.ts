/** Recipients of a campaign, and campaigns of a contact. */
export const recipientTexts: Readonly<Record<string, string>> = {
  'Recipient.contactId': 'The contact.',
  'Recipient.email': 'Address of the contact.',
  'Recipient.firstName': 'First name of the contact; `null` if it has none.',
  'Recipient.lastName': 'Last name of the contact; `null` if it has none.',
  'Recipient.contactStatus': 'Status of the contact. Only `active` contacts receive emails.',
  'Recipient.nextVariantId':
    'The variant of the next step that the contact will get; `null` if no email will follow.',
  'ContactCampaign.campaignId': 'The campaign.',
  'ContactCampaign.campaignName': 'Name of the campaign.',
  'ContactCampaign.campaignStatus': 'Status of the campaign.',
  execution: 'The progress of the contact in the campaign.',
  waitingFor:
    'Why the next email was not sent yet; `null` if no email will follow. `campaign`: the campaign is not active. `delay`: the step is not due yet. `slot`: the step is due and waits for a window, a limit or an account. `in_flight`: the email is being sent. `outcome`: it is unknown whether the mail server accepted the last email. `missing_variable`: the text requires a value that the contact does not have. `nothing_to_send`: the step has no enabled variant. More values may be added.',
  lastEvent: 'The latest event of the contact in the campaign; `null` before the first email.',
  'lastEvent.type':
    '`sent`: an email was sent. `opened`, `clicked` and `replied`: by the recipient. `finished`: the sequence ended. More values may be added.',
  'lastEvent.occurredAt': 'Time of the event.',
};
