const answerStatusText =
  '`queued`: the answer waits to be sent. `sending`: it is in flight. `sent`: the mail server accepted it. `failed`: it was not sent. `outcome_unknown`: the mail server may or may not have accepted it; it is never sent again automatically. More values may be added.';

/** Replies, their threads and answers. */
export const replyTexts: Readonly<Record<string, string>> = {
  'Reply.id': 'Id of the reply, as `replyId` of the event `email.replied`.',
  'Reply.campaignId': 'The campaign of the email that was answered.',
  'Reply.contactId': 'The recipient of the email that was answered.',
  'Reply.executionId': 'The execution of the email that was answered.',
  'Reply.stepId': 'The step of the email that was answered.',
  'Reply.emailAccountId': 'The account of the email that was answered.',
  'Reply.fromEmail': 'Sender address of the reply; `null` if its From header has no valid address.',
  'Reply.fromName':
    'Display name of the sender. Without a display name, the name of the contact if the reply came from its address; otherwise `null`.',
  'Reply.subject': 'Subject of the reply.',
  'Reply.snippet':
    'Beginning of the text without quotations, on one line. It ends with `…` if the text continues.',
  'Reply.isAutomatic': 'Whether the reply is automatic, such as an out-of-office message.',
  'Reply.isRead': 'Whether the reply is marked as read. Automatic replies arrive as read.',
  'Reply.isDone': 'Whether the reply needs no further work. An unread or snoozed reply is not done.',
  'Reply.snoozedUntil':
    'Time when a snoozed reply becomes unread again. It counts as read until then. `null` if it is not snoozed.',
  'Reply.assigneeId':
    'The user who takes care of the reply; `null` if it is not assigned. A removed user stays until you assign the reply again.',
  'Reply.answeredAt':
    'Time when the last answer to the reply was sent; `null` without a sent answer. Its change does not change `updatedAt`.',
  'Reply.labels': 'The labels that users have set, sorted.',
  'Reply.suggestedLabels':
    'Labels that the service suggests: `out_of_office` for an automatic reply, `unsubscribe_request` for a text that asks for no further emails. A suggestion changes nothing. A campaign with `honourOptOutReplies` also unsubscribes the contact, if the reply came from its own address and asks for nothing else. More values may be added.',
  'Reply.attachmentCount': 'Number of attachments.',
  'Reply.isTruncated': 'Whether the reply is longer than the stored part.',
  'Reply.receivedAt': 'Time when the inbox sync detected the reply.',
  'Reply.messageId': 'The `Message-ID` header of the reply; `null` if it has none or a very long one.',
  'Reply.text':
    'The text that the sender wrote, without quotations, up to 16 KB. If nothing else is left, it is the whole text.',
  'Reply.fullText':
    'The text with quotations, up to 64 KB. If the reply has only HTML, the text of the HTML.',
  'Reply.html':
    'The sanitised HTML with quotations, up to 128 KB; `null` if the reply has none. It has no scripts, event handlers, forms, frames or styles that load or position anything. Images are replaced by their alternative texts, so nothing is loaded. Links open in a new window. Display it in a sandboxed frame all the same.',
  'Reply.attachments': 'The attached files, at most 50. Their contents are not stored.',
  'Reply.cc': 'The other recipients in the Cc field of the reply, at most 50.',
  'cc.name': 'Display name as sent; empty if it has none.',
  'cc.email': 'Address as sent. It may be invalid.',
  'attachments.name': 'File name as sent; `null` if the attachment has none. Do not trust it.',
  'attachments.type': 'Media type as sent. Do not trust it.',
  'attachments.sizeBytes': 'Size of the part of the file that was read.',
  'ReplyPatch.isRead':
    'Whether a user has read the reply. `false` also ends its snooze, and it is no longer done.',
  'ReplyPatch.isDone': '`true` also marks the reply as read and ends its snooze.',
  'ReplyPatch.snoozedUntil':
    'A time in the future. The reply becomes unread at this time. Until then, it counts as read and is not done. `null` ends the snooze.',
  'ReplyPatch.assigneeId': 'A user of the workspace. `null` removes the assignment.',
  'ReplyPatch.labels':
    'Replaces the labels; `null` clears them. Duplicates are removed, and labels are sorted.',
  'ReplyState.id': 'Id of the reply.',
  'ReplyState.isRead': 'Whether the reply is marked as read.',
  'ReplyState.labels': 'The labels of the reply, sorted.',
  'ReplyState.isDone': 'Whether the reply is done.',
  'ReplyState.snoozedUntil': 'Time when the reply becomes unread again; `null` if it is not snoozed.',
  'ReplyState.assigneeId': 'The user who takes care of the reply; `null` if it is not assigned.',
  'UnreadReplyCount.count': 'Number of unread replies, at most 100.',
  'UnreadReplyCount.isExact': '`false` if there are more than `limit`.',
  'UnreadReplyCount.limit': 'Largest number that is counted.',
  'ReplyThread.executionId': 'The execution that the thread belongs to.',
  'ReplyThread.campaignId': 'The campaign of the execution.',
  'ReplyThread.contactId': 'The contact of the execution.',
  'ReplyThread.messages': 'The messages, oldest first.',
  'ReplyThread.isComplete':
    'Whether the thread has no older messages. The thread has the messages among the last 200 events, 50 replies and 50 answers of the contact.',
  'messages.kind':
    '`email`: an email of the campaign. `reply`: a message of the contact. `answer`: a message that a user sent with this API. More values may be added.',
  'messages.id': 'Id of the `email.sent` event, of the reply or of the answer.',
  'messages.occurredAt':
    'Time when the email was sent, when the reply was detected, or when the answer was sent or queued.',
  'messages.fromEmail': 'Sender address of a reply; `null` for other messages and without a valid address.',
  'messages.fromName': 'Name of the sender of a reply, see `Reply.fromName`; `null` for other messages.',
  'messages.toEmail': 'Recipient address of an answer; `null` for other messages.',
  'messages.subject': 'Subject of a reply or an answer; `null` for an email of the campaign.',
  'messages.text':
    'Text of a reply without quotations, or of an answer without the signature; `null` for an email of the campaign, because its text is not stored.',
  'messages.messageId':
    'The `Message-ID` header of an email or an answer, with `***` in place of its code for callers that may only read; `null` for a reply.',
  'messages.stepId': 'The step of an email, or the step that a reply refers to; `null` for an answer.',
  'messages.variantId': 'The variant of an email; `null` for other messages.',
  'messages.isAutomatic': 'Whether a reply is automatic; `null` for other messages.',
  'messages.replyId': 'The reply that an answer answers; `null` for other messages.',
  'messages.answerStatus': `Status of an answer; \`null\` for other messages. ${answerStatusText}`,
  'messages.answerError':
    'Why an answer failed; `null` otherwise. `account_not_connected`: the account must be reconnected. `blocklisted`: the address was added to the blocklist. `cancelled`: a user cancelled it. `rejected`: the mail server rejected the answer. More values may be added.',
  'NewSnippet.name': 'Name of the snippet. Names can repeat.',
  'NewSnippet.text':
    'Plain text of 1 to 2,000 characters. It can have merge fields and choices, as `bodyText` of an email; an invalid one returns 422.',
  'Snippet.name': 'Name of the snippet. Names can repeat.',
  'Snippet.text':
    'Plain text of 1 to 2,000 characters. It can have merge fields and choices, as `bodyText` of an email; an invalid one returns 422.',
  'SnippetPatch.name': 'Name of the snippet. Names can repeat.',
  'SnippetPatch.text':
    'Plain text of 1 to 2,000 characters. It can have merge fields and choices, as `bodyText` of an email; an invalid one returns 422.',
  'NewAnswer.text': 'The text of the answer. The signature of the account is added, the reply is not quoted.',
  'NewAnswer.html': 'The HTML of the answer. Defaults to no HTML.',
  'replies resolve-answer path.answerId': 'Id of the answer.',
  'AnswerResolution.outcome':
    '`sent`: the mail server accepted the answer. `not_sent`: it did not, so the answer is sent again. `cancelled`: an answer that waits is not sent.',
  'Answer.id': 'Id of the answer.',
  'Answer.replyId': 'The reply that is answered.',
  'Answer.campaignId': 'The campaign of the reply.',
  'Answer.contactId': 'The contact of the reply.',
  'Answer.executionId': 'The execution of the reply.',
  'Answer.emailAccountId': 'The account that sends the answer.',
  'Answer.status': answerStatusText,
  'Answer.messageId': 'The `Message-ID` header of the answer.',
};
