/**
 * The kinds of items by the pattern of their partition keys, as in IAM. The last pattern covers all other items of a workspace.
 * Keys are built in the items file of each domain.
 */
export const itemKinds = {
  logins: 'LOGIN#*',
  apiKeys: 'KEY#*',
  users: 'USER#*',
  callerWindows: 'WINDOW#*',
  addressWindows: 'ADDRESS#*',
  inFlight: 'IN_FLIGHT#*',
  idempotency: 'IDEM#*',
  oauthClients: 'OAUTH_CLIENT#*',
  sender: 'SENDER',
  connections: 'CONNECTING#*',
  trackingDomains: 'DOMAIN#*',
  shortLinks: 'LINK#*',
  outbox: 'OUTBOX#*',
  setAside: 'OUTBOX-ASIDE',
  workspaces: 'WORKSPACES',
  /** A missing item, which functions read during init. */
  priming: 'PRIMING',
  secrets: 'W#*#SECRETS',
  invitations: 'W#*#INVITATIONS',
  apiKeyLists: 'W#*#KEYS',
  userCounts: 'W#*#USER_COUNT',
  auditLog: 'W#*#AUDIT',
  accountList: 'W#*#ACCOUNTS',
  accounts: 'W#*#ACCOUNT#*',
  contacts: 'W#*#CONTACT#*',
  addresses: 'W#*#AT#*',
  erasedAddresses: 'W#*#ERASED_ADDRESSES',
  blocklist: 'W#*#BLOCKLIST',
  companies: 'W#*#COMPANY#*',
  campaigns: 'W#*#CAMPAIGN#*',
  others: 'W#*',
} as const;
