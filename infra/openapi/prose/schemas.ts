const patch = 'Absent fields keep their value.';
const clearingPatch = `${patch} \`null\` clears a value.`;

/** Descriptions of components with names that do not explain them. */
export const schemaTexts: Readonly<Record<string, string>> = {
  ActivityEvent: 'An event that occurred in the workspace.',
  Campaign: 'A campaign with its steps.',
  CampaignPatch: patch,
  CampaignSummary: 'A campaign without its steps, as returned in lists.',
  CompanyPatch: clearingPatch,
  ContactPatch: clearingPatch,
  ContactCampaign: 'A campaign of a contact, with the progress of the contact.',
  CreatedApiKey: 'An API key with the credential, which is returned once.',
  Delivery: 'The delivery of one event to one webhook.',
  DeliveryAttempt: 'One attempt to deliver an event.',
  DeliveryRequest: 'One HTTP POST to the endpoint.',
  EditedStep:
    'A step with the `id` of an existing step updates that step; without `id` it is a new step. The same applies to its variants.',
  EmailAccountPatch: clearingPatch,
  EmailPreview: 'One email of a campaign, as it would be sent.',
  EmailWarning: 'A property of an email that keeps it from being sent or makes it look like spam.',
  EnrolledCampaign: 'A campaign, and the enrolment result of the requested contacts.',
  ExecutionView: 'The progress of one contact in one campaign.',
  ImportBody: 'A CSV file as text, with import options.',
  ImportForm: 'The multipart form of an import: the CSV file and its options.',
  ImportSettings: 'Options of an import.',
  Recipient: 'A contact of a campaign, with its progress.',
  Schedule: 'The times at which emails can be sent.',
  SendingPlan: 'The emails that starting the campaign would send.',
  SendingStatus: 'Whether the campaign is sending, why not, and when the next email can be sent.',
  Statistics: 'Totals, rates and a time series of the activity in a period.',
  TestEmailResult: 'The result of a test email.',
  TestResult: 'The result of a test event.',
  Timestamp: 'RFC 3339 in UTC with milliseconds.',
  WebhookPatch: clearingPatch,
  WebhookWithSecret: 'A webhook with its signing secret, which is returned only on creation and rotation.',
};
