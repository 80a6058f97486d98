/** Descriptions of the fields of users, invitations, sessions, the workspace and the audit log. */
export const userTexts: Readonly<Record<string, string>> = {
  role: 'Permissions of the user, see [Roles](#roles).',
  'Credentials.email': 'Email address of the user. Upper and lower case are the same.',
  'Credentials.password':
    'Password of the user. After five failures within 15 minutes from the same browser or network, further attempts from there return 429.',
  newPassword: 'The new password: 12 to 1,000 characters, without further rules.',
  'PasswordChange.currentPassword': 'The password that is valid now. Wrong passwords count as failed logins.',
  'PasswordReset.token': 'The token from the email, or from the operator.',
  'InvitationAcceptance.token': 'The token from the email of the invitation.',
  'InvitationAcceptance.password': 'The password of the new user: 12 to 1,000 characters.',
  'InvitationAcceptance.name': 'Name of the new user. `null` for no name.',
  'Session.user': 'The user of the session.',
  'Session.workspaceId': 'The workspace of the session.',
  'Session.expiresAt':
    'Time when the session expires without further requests: 7 days after the last request, and at most 30 days after the login.',
  'CurrentSession.workspaceName': 'Name of the workspace. `null` if it has no name.',
  'WorkspaceSettings.name': 'Name of the workspace, set by the operator. `null` if it has no name.',
  'WorkspaceSettings.updatedAt': 'Time of the last change. Read-only.',
  'WorkspaceSettings.postalAddress':
    'Postal address of the sender, up to 300 characters in one or several lines, for all accounts that have no `postalAddress`. `null` if the workspace has none.',
  'WorkspaceSettings.timezone':
    'IANA time zone of the days of statistics, such as `Europe/Oslo`. Default: `UTC`. A change applies to events from a minute later on. Days before it keep their counts; the day of the change has the events of both zones on that date.',
  'UserSession.createdAt': 'Time of the login. `null` immediately after the login.',
  'UserSession.lastUsedAt': 'Time of the last request.',
  'UserSession.userAgent':
    'The first 150 characters of the `User-Agent` header of the login. `null` without the header.',
  'UserSession.isCurrent': 'Whether this request belongs to the session.',
  'User.email': 'Address that the user logs in with.',
  'User.name': 'Name of the user. `null` if the user has no name.',
  'WorkspaceUser.passwordReset':
    'The token to reset the password of the user that can still be used. `null` if there is no such token, and for callers without the role `owner`. Read-only.',
  'OpenPasswordReset.createdBy': 'Id of the owner who created the token. `null` for the operator.',
  'OpenPasswordReset.createdAt': 'Time when the token was created.',
  'OpenPasswordReset.expiresAt': 'Time when the token expires: 24 hours after its creation.',
  'Invitation.email': 'Address of the invited person, with which the new user logs in.',
  'Invitation.createdBy': 'Id of the user or of the API key that created the invitation.',
  'Invitation.expiresAt': 'Time when the invitation expires: 7 days after its creation.',
  'Invitation.invitationEmail': 'The email with the token. No response has the token.',
  'ServiceEmail.status':
    '`queued`: it waits for a worker, or for the account after a temporary failure. `sending`: it is being transmitted. `sent`: the mail server accepted it. `failed`: see `error`. `outcome_unknown`: the server may or may not have accepted it; it is not sent again. More values may be added.',
  'ServiceEmail.error':
    'Why the email was not sent. `account_not_connected`: the mailbox of the service is not connected; ask the operator, then create a new invitation. `blocklisted`: the address was added to the blocklist. `rejected`: the mail server refused it. `cancelled`: only answers to replies can be cancelled. `null` otherwise. More values may be added.',
  'ServiceEmail.sentAt': 'Time when the mail server accepted the email. `null` otherwise.',
  'AuditEntry.occurredAt': 'Time of the change.',
  'AuditEntry.actor': 'The author of the change.',
  'AuditEntry.actor.type':
    '`api_key`, `user`, or `operator` for a command of the operator of the service. More values may be added.',
  'AuditEntry.actor.id': 'Id of the API key or user. `null` for the operator.',
  'AuditEntry.actor.name':
    'Name of the API key, or email address of the user, at the time of the change. `null` for the operator.',
  'AuditEntry.operation':
    'Method and path of the operation, such as `PATCH /contacts/{id}`, or `admin` and the command of the operator.',
  'AuditEntry.resourceType':
    'Type of the resource. `null` if the change has no single resource. More values may be added.',
  'AuditEntry.resourceId':
    'Id of the changed or created resource. `null` if the change has no single resource.',
  'AuditEntry.resourceName':
    'Name of the resource after the change: its name, email address, or the host of its URL. `null` for contacts and other resources with personal data of recipients, and for entries without a resource.',
  'AuditEntry.fields':
    'Names of the fields in the body of the request, including fields with a default value.',
  'AuditEntry.changes':
    'Values that the request changed. Values that do not fit into 900 bytes of an entry are omitted. Texts have at most 60 characters. Secrets, URLs of webhooks and personal data of recipients are never recorded.',
  'AuditChange.field': 'Path in the resource, such as `schedule.timezone`.',
  'AuditChange.from': 'Value before the change, as text. `null` for no value.',
  'AuditChange.to': 'Value after the change, as text. `null` for no value.',
  'AuditEntry.requestId': '`X-Request-Id` of the response. `null` for a command of the operator.',
};
