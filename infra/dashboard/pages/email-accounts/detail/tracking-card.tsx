import { Badge } from '../../../components/badge.tsx';
import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import type { Tone } from '../../../components/notice.tsx';
import type { Account, AccountVersion } from '../queries.ts';
import { DnsRecord } from './dns-advice.tsx';
import { EditableCard, type EditFormProps, useEditForm } from './editable-card.tsx';

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

export function TrackingCard(version: AccountVersion) {
  const { status, trackingDomain } = version.account;

  return (
    <EditableCard
      title="Tracking domain"
      isEditable={status !== 'disconnected'}
      button={
        trackingDomain === null
          ? { text: 'Add', label: 'Add a tracking domain' }
          : { text: 'Edit', label: 'Edit the tracking domain' }
      }
      dialog={{
        title: 'Tracking domain',
        description: 'Your own domain for tracked links and the unsubscribe page, such as links.acme.com.',
      }}
      form={(close) => <TrackingForm {...version} onClose={close} />}
    >
      {trackingDomain === null ? (
        <span className="muted">None: tracked links use the domain of the service.</span>
      ) : (
        <Domain account={version.account} domain={trackingDomain} />
      )}
    </EditableCard>
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
          <DnsRecord name={`_outreach.${domain}`} value={trackingDomainToken} />
          <p>
            Also point {domain} to this service ({window.location.hostname}), and serve it with https.
          </p>
        </>
      )}
    </div>
  );
}

function TrackingForm({ account, etag, onClose }: EditFormProps) {
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
