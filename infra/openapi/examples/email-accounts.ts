import {
  createdNow,
  type DomainExamples,
  exampleId,
  exampleTime,
  senderEmail,
  senderName,
  timeAfter,
} from './base.ts';
import { countOf } from './statistics.ts';

const dailyLimit = 50;
const sentToday = countOf('sent', { date: exampleTime.slice(0, 10) });

const account = {
  email: senderEmail,
  fromName: senderName,
  replyTo: 'sales@example.com',
  signatureHtml: null,
  postalAddress: 'Acme Ltd, 1 High Street, Oxford',
  status: 'connected',
  statusReason: null,
  messagesSetAside: 0,
  lastMessageSetAside: null,
  smtp: { host: 'smtp.example.com', port: 587, secure: false, username: senderEmail },
  imap: { host: 'imap.example.com', port: 993, secure: true, username: 'ada' },
  lastSyncAt: timeAfter({ minutes: -3 }),
  dailyLimit,
  sentToday,
  remainingToday: dailyLimit - sentToday,
  nextSendAt: timeAfter({ minutes: 4 }),
};

/** The score has 60 points for the DNS records. A fifth of the other 40 is lost at this bounce rate. */
const health = {
  score: 92,
  bounceRate7d: 0.02,
  sent7d: 150,
  rejections7d: { authentication: 0, spam: 1, policy: 0 },
  spf: 'pass',
  dkim: 'pass',
  dmarc: 'pass',
  checkedAt: timeAfter({ minutes: -120 }),
};

const newAccount = {
  replyTo: null,
  trackingDomain: null,
  trackingDomainStatus: null,
  trackingDomainReason: null,
  trackingDomainToken: null,
  connectedBy: exampleId('usr'),
  health: null,
  lastSyncAt: null,
  timezone: 'UTC',
  sentToday: 0,
  // The first day of the ramp-up.
  remainingToday: 10,
  nextSendAt: exampleTime,
  ...createdNow,
};

export const emailAccountExamples: DomainExamples = {
  components: { EmailAccount: account, AccountHealth: health },
  responses: {
    // The sample requests set the daily limits to 40 and 80.
    'connect.smtp 200': { remainingToday: 40 - sentToday },
    'connect.smtp 201': newAccount,
    'email-accounts.update 200': {
      rampUp: { enabled: false, startPerDay: 10, increment: 5 },
      remainingToday: 80 - sentToday,
    },
  },
};
