import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/badge.tsx';
import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import type { Tone } from '../../../components/notice.tsx';
import { type Account, type AccountVersion, trackingDomainTargetQuery } from '../queries.ts';
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

type Reason = NonNullable<Account['trackingDomainReason']>;

const reasonTexts: Readonly<Record<Reason, string>> = {
  record_missing: 'The TXT record below was not found. A changed record can take hours to be visible.',
  dns_unavailable: 'The lookup of the TXT record failed. If it stays for hours, check your name servers.',
  name_not_found: 'The domain has no address. Publish the record that points it to the proxy.',
  unreachable: 'The domain does not respond on port 443. Check the record that points it to the proxy.',
  certificate_invalid:
    'The certificate is not valid for the domain. With the CNAME record below, ask the operator of the service to add your domain. On your own proxy, renew the certificate.',
  points_elsewhere:
    'The response is not from this service, or your proxy does not send the domain in X-Forwarded-Host.',
  verified_by_another:
    'Another workspace has verified the domain. Remove it there, or delete the TXT record of that workspace and wait for a day.',
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
  const { trackingDomainStatus, trackingDomainReason, trackingDomainToken } = account;
  const [label, tone, text] = domainStates[trackingDomainStatus ?? 'pending'];

  return (
    <div className="check-advice">
      <div className="row">
        <strong>{domain}</strong>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="muted">{text}</p>
      {trackingDomainReason !== null && <p>{reasonTexts[trackingDomainReason]}</p>}
      {trackingDomainStatus !== 'verified' && trackingDomainToken !== null && (
        <>
          <p>Publish this record, which proves that you own the domain:</p>
          <DnsRecord name={`_outreach.${domain}`} value={trackingDomainToken} />
          <ProxyAdvice domain={domain} />
        </>
      )}
    </div>
  );
}

/** How requests to the domain reach this service. */
function ProxyAdvice({ domain }: { readonly domain: string }) {
  const { data: target } = useQuery(trackingDomainTargetQuery);
  if (target === undefined) return null;

  return target === null ? (
    <>
      <p>Also run a proxy with a certificate for {domain} that passes requests for links to this service.</p>
      <p>
        <a href={`${import.meta.env.BASE_URL}../docs`}>Configuration of the proxy</a>
      </p>
    </>
  ) : (
    <>
      <p>Publish this record, too, and ask the operator of the service to add your domain:</p>
      <DnsRecord type="CNAME" name={domain} value={target} />
    </>
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
