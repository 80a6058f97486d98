/** Rows of `eventTable`: labels of replies, rejections by mail servers, and accounts. */
export const mailboxRows = {
  labelsChanged: {
    change: 'A request adds labels to a reply or removes labels; suggested labels are no labels yet',
    operations: ['replies.update'],
    events: ['reply.labels_changed'],
  },
  rejected: {
    change:
      'A server rejects an email for a reason other than its address: permanently, temporarily until the last attempt, or according to a delivery report',
    operations: ['emails.send', 'inbox.sync'],
    events: ['email.rejected'],
  },
  accountFailing: {
    change: 'A login, a connection or a sender address is refused, and the account stops sending',
    operations: ['emails.send'],
    events: ['email_account.failing'],
  },
  accountFailingByRejections: {
    change: 'A rejected email shows that the server rejects the account, and the account stops sending',
    operations: ['emails.send', 'inbox.sync'],
    events: ['email.rejected', 'email_account.failing'],
  },
  accountReconnected: {
    change: 'An account with the status `error` or `disconnected` is connected again',
    operations: ['connect.smtp', 'connect.finish'],
    events: ['email_account.reconnected'],
  },
} as const;
