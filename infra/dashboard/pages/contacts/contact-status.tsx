import type { Schemas } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import type { Tone } from '../../components/notice.tsx';

type Status = Schemas['ContactStatus'];

export const statusLabels: Readonly<Record<Status, string>> = {
  active: 'Active',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  blocklisted: 'Blocklisted',
};
export const sourceLabels: Readonly<Record<Schemas['Contact']['source'], string>> = {
  api: 'API',
  import: 'Import',
  dashboard: 'Dashboard',
  reply: 'Reply from another address',
};
const tones: Readonly<Record<Status, Tone>> = {
  active: 'success',
  unsubscribed: 'warning',
  bounced: 'danger',
  blocklisted: 'danger',
};
const reasons: Readonly<Record<Status, string | undefined>> = {
  active: undefined,
  unsubscribed: 'The contact unsubscribed and receives no emails.',
  bounced: 'An email hard-bounced. The contact receives no emails.',
  blocklisted: 'The blocklist covers the address. The contact receives no emails.',
};

export const ContactStatus = ({ status }: { readonly status: Status }) => (
  <Badge tone={tones[status]} reason={reasons[status]}>
    {statusLabels[status]}
  </Badge>
);
