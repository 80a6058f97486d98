import { exampleId, timeAfter } from './base.ts';

/** Contacts of the example campaign. */
export const contacts = 120;

/** Two emails to each contact, at most 50 a day. */
const emailsByDay = {
  '2026-11-20': 50,
  '2026-11-23': 50,
  '2026-11-24': 20,
  '2026-11-25': 50,
  '2026-11-26': 50,
  '2026-11-27': 20,
};

export const plan = {
  days: Object.entries(emailsByDay).map(([date, mails]) => ({
    date,
    emailAccountId: exampleId('acc'),
    mails,
  })),
  totalMails: 2 * contacts,
  firstSendAt: timeAfter({ minutes: 1 }),
  estimatedCompletionAt: timeAfter({ days: 7, minutes: 120 }),
  counts: {
    contacts,
    missingVariables: 0,
    invalidLinks: 0,
    suppressed: 0,
    activeElsewhere: 0,
    repliedBefore: 0,
    contactedRecently: 0,
  },
  missingFields: [],
  missingVariables: [],
  invalidLinks: [],
  suppressed: [],
  activeElsewhere: [],
  repliedBefore: [],
  contactedRecently: [],
  truncated: false,
  truncatedReasons: [],
  warnings: [],
};
