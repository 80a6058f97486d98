import type { Schemas } from '../api/client.ts';
import type { StateLabel } from '../components/badge.tsx';
import { pauseReasons } from './campaigns/status.tsx';

type ActivityEvent = Schemas['ActivityEvent'];

export const eventLabels: Readonly<Record<string, StateLabel>> = {
  'email.sent': { label: 'Email sent', tone: 'neutral' },
  'email.opened': { label: 'Email opened', tone: 'info' },
  'email.clicked': { label: 'Link clicked', tone: 'info' },
  'email.replied': { label: 'Replied', tone: 'success' },
  'email.bounced': { label: 'Bounced', tone: 'danger' },
  'email.rejected': { label: 'Rejected', tone: 'warning' },
  'email.unsubscribed': { label: 'Unsubscribed', tone: 'warning' },
  'contact.created': { label: 'Contact added', tone: 'neutral' },
  'contact.updated': { label: 'Contact changed', tone: 'neutral' },
  'contact.blocklisted': { label: 'Blocklisted', tone: 'warning' },
  'campaign.started': { label: 'Campaign started', tone: 'success' },
  'campaign.paused': { label: 'Campaign paused', tone: 'warning' },
  'campaign.completed': { label: 'Campaign completed', tone: 'info' },
  'campaign.contact_completed': { label: 'Sequence completed', tone: 'neutral' },
  'campaign.winner_changed': { label: 'Winner changed', tone: 'info' },
  'reply.labels_changed': { label: 'Labels changed', tone: 'neutral' },
  'email_account.failing': { label: 'Account failing', tone: 'danger' },
  'email_account.reconnected': { label: 'Account reconnected', tone: 'success' },
  'webhook.failing': { label: 'Webhook failing', tone: 'warning' },
  'webhook.disabled': { label: 'Webhook disabled', tone: 'danger' },
};

const unsubscribeTexts: Readonly<Record<string, string>> = {
  link: 'By the link',
  one_click: 'With the button of the mail program',
  reply: 'By a reply',
};

/** `hard_bounce` → “hard bounce” */
const codeText = (code: string): string => code.replaceAll('_', ' ');

const fieldNames: Readonly<Record<string, string>> = {
  companyId: 'company',
  customFields: 'custom fields',
  externalId: 'external ID',
  linkedinUrl: 'LinkedIn',
  timezone: 'time zone',
};

/** `unsubscribedAt` → “unsubscribed” and `jobTitle` → “job title” */
const fieldName = (field: string): string =>
  fieldNames[field] ??
  field.replace(/At$/u, '').replaceAll(/[A-Z]/gu, (capital) => ` ${capital.toLowerCase()}`);

/** Options of a filter by event type. */
export const eventOptions = (isIncluded: (type: string) => boolean = () => true) =>
  Object.entries(eventLabels)
    .filter(([type]) => isIncluded(type))
    .map(([value, { label }]) => ({ value, label }));

/** Further data of an event, in one line. */
export function eventDetail(event: ActivityEvent): string {
  switch (event.type) {
    case 'email.clicked':
      return event.metadata.url;
    case 'email.replied':
      return event.metadata.snippet || event.metadata.subject;
    case 'email.bounced':
    case 'email.rejected':
      return (
        event.metadata.diagnostic ??
        [event.metadata.smtpCode, event.metadata.enhancedCode].filter((code) => code !== null).join(' ')
      );
    case 'email.unsubscribed':
      return unsubscribeTexts[event.metadata.method] ?? codeText(event.metadata.method);
    case 'contact.updated':
      return event.metadata.changedFields.map(fieldName).join(', ');
    case 'contact.blocklisted':
      return codeText(event.metadata.reason);
    case 'campaign.paused':
      return pauseReasons[event.metadata.reason] ?? codeText(event.metadata.reason);
    case 'campaign.winner_changed':
      if (event.metadata.variantId === null) return 'The winner was removed';

      return event.metadata.chosenBy === 'rule' ? 'By the rule of the step' : 'By hand';
    case 'reply.labels_changed':
      return event.metadata.labels.map(codeText).join(', ') || 'None';
    case 'email_account.failing':
      return event.metadata.message;
    case 'webhook.failing':
    case 'webhook.disabled':
      return `${codeText(event.metadata.errorCode)}, ${event.metadata.consecutiveFailures} failures`;
    default:
      return '';
  }
}
