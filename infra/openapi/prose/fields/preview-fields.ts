/** Previews of emails and test emails. */
export const previewTexts: Readonly<Record<string, string>> = {
  stepIndex: 'Zero-based position of the step.',
  // `Request` means `PreviewRequest` and `TestEmailRequest`.
  'Request.variantIndex':
    'Zero-based position of the variant. Defaults to the variant that the contact gets.',
  'Request.contactId': 'The contact that the email is composed for. Give this field or `contact`.',
  'Request.contact': 'A sample contact that is not stored. Give this field or `contactId`.',
  'Request.emailAccountId':
    'The account that sends the email. Defaults to the account of the contact’s thread, then to the first account of the campaign. Without an account, a preview has a placeholder as its sender, and a test email is refused.',
  'Request.steps':
    'Steps to use instead of the saved ones, in the format of `PATCH /campaigns/{id}`. They are not saved. Defaults to the steps of the campaign.',
  'contact.email': 'Address of the sample contact, also for `{{email}}`.',
  'contact.company': 'The company of the sample contact.',
  'TestEmailRequest.to': 'The address of a user of your workspace.',
  'EmailPreview.stepId': 'Id of the step; `null` if the step is not saved.',
  'EmailPreview.variantIndex': 'Zero-based position of the variant.',
  'EmailPreview.variantId': 'Id of the variant; `null` if the variant is not saved.',
  'EmailPreview.emailAccountId':
    'The account that would send the email; `null` if neither the request nor the campaign has one. Then the sender is a placeholder.',
  'EmailPreview.from': 'The sender.',
  'from.email': 'Address of the account.',
  'from.name': 'Display name of the account; `null` if it has none.',
  'EmailPreview.to': 'Address of the recipient.',
  'EmailPreview.subject': 'The rendered subject.',
  'EmailPreview.html': 'The HTML part; `null` if the email has only text.',
  'EmailPreview.text': 'The text part.',
  'EmailPreview.headers':
    'The headers of the message in their order. Non-ASCII values are encoded words (RFC 2047).',
  'headers.name': 'Name of the header.',
  'headers.value': 'Value of the header, without line breaks.',
  'EmailPreview.sizeBytes': 'Size of the message in bytes, with headers and encoding.',
  'EmailPreview.variables': 'The merge fields that the texts use.',
  'variables.name': 'Name of the merge field, such as `firstName`, `company.name` or `custom.plan`.',
  'variables.value': 'The inserted value or default; `null` if there is neither.',
  'variables.isMissing': 'Whether the merge field has neither a value nor a default.',
  'EmailPreview.warnings': 'What keeps the email from being sent or makes it look like spam.',
  'EmailWarning.code':
    '`missing_variables`: the email is not sent until the values exist. `no_unsubscribe`: it has neither an unsubscribe header nor an unsubscribe link. `placeholder_text`: it has a text in square brackets, such as `[your product]`, which is probably to be replaced. `empty_subject`: it has no subject. `unused_subject`: the variant has a subject, but the email replies with the subject of its conversation. `subject_in_capitals`: the subject has only capital letters. `many_links`: it has more than five links. `insecure_links`: links use http. `invalid_links`: links are not URLs, so mail clients do not open them. `image_heavy`: it has an image and at most 3,200 bytes of HTML, which SpamAssassin scores with up to 2.8 points; the image that records opens counts, too: to avoid it, write more or turn off `trackOpens`. `clipped`: the HTML exceeds 102 KB, and Gmail hides the rest. More values may be added.',
  'EmailWarning.message': 'The warning as a sentence, with figures.',
  'TestEmailResult.isAccepted': 'Whether the mail server accepted the email.',
  'TestEmailResult.to': 'Address of the recipient.',
  'TestEmailResult.emailAccountId': 'The account that sent the email.',
  'TestEmailResult.subject': 'Subject of the email.',
  'TestEmailResult.messageId': 'The `Message-ID` header of the email.',
  'TestEmailResult.smtpCode':
    'The code of the mail server’s rejection; `null` if the server did not reject the email.',
  'TestEmailResult.error':
    '`auth`: the server rejected the login. `unreachable`: the server does not respond. `busy`: the server accepts no email of the account now. `rejected`: the server rejected the email. `outcome_unknown`: the connection ended before the server confirmed the email. `null`: the server accepted it. More values may be added.',
};
