/** Rows of `eventTable`: rejections by mail servers. */
export const rejectionRows = {
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
} as const;
