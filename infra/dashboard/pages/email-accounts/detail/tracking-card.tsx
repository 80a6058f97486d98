import { useState } from 'react';
import { useCan } from '../../../api/session.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { Form, FormActions } from '../../../components/form.tsx';
import type { Tone } from '../../../components/notice.tsx';
import { Card } from '../../../components/page.tsx';
import type { Account } from '../queries.ts';
import type { AccountVersion } from './account-detail.tsx';
import { DnsRecord } from './dns-record.tsx';
import { useEditForm } from './edit-dialog.tsx';

type Status = NonNullable<Account['trackingDomainStatus']>;

const domainStates: Readonly<Record<Status, readonly [label: string, tone: Tone, text: string]>> = {
  pending: [
    'Being checked',
    'info',
    'The check runs within about a minute. Until then, links use the domain of the service.',
  ],
  verified: ['Verified', 'success', 'Links in emails use this domain. It is checked daily.'],
  failed: [
    'Not verified',
    'danger',
    'Links use the domain of the service. The domain is checked again hourly.',
  ],
};

export function TrackingCard({ account, etag }: AccountVersion) {
  const [isOpen, setOpen] = useState(false);
  const canEdit = useCan('member') && account.status !== 'disconnected';
  const { trackingDomain } = account;

  return (
    <Card
      title="Tracking domain"
      actions={
        canEdit && (
          <Button
            size="small"
            className="account-edit"
            aria-label={trackingDomain === null ? 'Add a tracking domain' : 'Edit the tracking domain'}
            onClick={() => setOpen(true)}
          >
            {trackingDomain === null ? 'Add' : 'Edit'}
          </Button>
        )
      }
    >
      {trackingDomain === null ? (
        <span className="muted">None: tracked links use the domain of the service.</span>
      ) : (
        <Domain account={account} domain={trackingDomain} />
      )}
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Tracking domain"
        description="Your own domain for tracked links and the unsubscribe page, such as links.acme.com."
      >
        <TrackingForm account={account} etag={etag} onClose={() => setOpen(false)} />
      </Dialog>
    </Card>
  );
}

function Domain({ account, domain }: { readonly account: Account; readonly domain: string }) {
  const { trackingDomainStatus, trackingDomainToken } = account;
  const [label, tone, text] = domainStates[trackingDomainStatus ?? 'pending'];

  return (
    <div className="check-advice">
      <div className="row">
        <strong>{domain}</strong>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="muted">{text}</p>
      {trackingDomainStatus !== 'verified' && trackingDomainToken !== null && (
        <>
          <p>Publish this record, which proves that you own the domain:</p>
          <DnsRecord type="TXT" name={`_outreach.${domain}`} value={trackingDomainToken} />
          <p>
            Also point {domain} to this service ({window.location.hostname}), and serve it with https.
          </p>
        </>
      )}
    </div>
  );
}

function TrackingForm({ account, etag, onClose }: AccountVersion & { readonly onClose: () => void }) {
  const form = useEditForm({
    account,
    etag,
    onClose,
    initial: { trackingDomain: account.trackingDomain ?? '' },
    toPatch: ({ trackingDomain }) => ({ trackingDomain: trackingDomain.trim() || null }),
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField
        label="Domain"
        isOptional
        help="Leave it empty to use the domain of the service."
        placeholder="links.acme.com"
        {...form.field('trackingDomain')}
      />
      <FormActions submit="Save domain" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
