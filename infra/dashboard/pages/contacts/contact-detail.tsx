import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas, Version } from '../../api/client.ts';
import { useCan } from '../../api/session.ts';
import { Notice } from '../../components/notice.tsx';
import { usePaletteAction } from '../../components/page/actions.ts';
import { Card, Facts, Page } from '../../components/page/page.tsx';
import { QueryPage } from '../../components/page/query-page.tsx';
import { Time } from '../../components/time.tsx';
import { companyNameQuery, nameOf } from '../names.ts';
import {
  CustomFieldsCard,
  locationText,
  optionalFact,
  TagsCard,
  WebLink,
} from '../profile/profile-facts.tsx';
import { ContactCampaigns } from './campaigns/contact-campaigns.tsx';
import { ContactActions, ContactDialogs, type OpenDialog } from './contact-actions.tsx';
import { ContactActivity } from './contact-activity.tsx';
import { ContactReplies } from './contact-replies.tsx';
import { ContactStatus, sourceLabels } from './contact-status.tsx';
import { contactQuery } from './queries.ts';
import './contacts.css';

const route = getRouteApi('/app/contacts/$contactId');

type Contact = Schemas['Contact'];

const listLink = <Link to="/contacts">Contacts</Link>;

export function ContactDetail() {
  const { contactId } = route.useParams();

  return (
    <QueryPage title="Contact" parent={listLink} query={useQuery(contactQuery(contactId))} lines={12}>
      {(version) => <LoadedContact version={version} />}
    </QueryPage>
  );
}

function LoadedContact({ version }: { readonly version: Version<Contact> }) {
  const contact = version.value;
  const [dialog, setDialog] = useState<OpenDialog>();
  const canChange = useCan('member');
  const { data: companyName, isLoading: isCompanyLoading } = useQuery(companyNameQuery(contact.companyId));
  const name = nameOf(contact);
  usePaletteAction('Edit this contact', () => setDialog('edit'), canChange);
  usePaletteAction('Add this contact to a campaign', () => setDialog('enrol'), canChange);

  return (
    <Page
      title={name}
      objectName={name}
      description={name === contact.email ? undefined : contact.email}
      parent={listLink}
      actions={canChange && <ContactActions contact={contact} onOpen={setDialog} />}
    >
      <SuppressionNotice contact={contact} />
      <div className="profile">
        <div className="stack">
          <ContactFacts contact={contact} companyName={companyName} />
          <TagsCard tags={contact.tags} areLinks />
          <CustomFieldsCard fields={shownFields(contact, companyName)} />
        </div>
        <div className="stack">
          <ContactCampaigns contact={contact} onEnrol={() => setDialog('enrol')} />
          <ContactReplies contactId={contact.id} />
          <ContactActivity contactId={contact.id} />
        </div>
      </div>
      <ContactDialogs
        version={version}
        companyName={companyName}
        // Waits for the name of the company. Otherwise, the form would start without this name.
        dialog={isCompanyLoading && dialog === 'edit' ? undefined : dialog}
        onClose={() => setDialog(undefined)}
      />
    </Page>
  );
}

const suppressions: Readonly<Record<Exclude<Contact['status'], 'active'>, string>> = {
  unsubscribed: 'The contact unsubscribed',
  bounced: 'An email hard-bounced',
  blocklisted: 'The blocklist covers the address',
};

/** Why the contact receives nothing, and what makes it active again. */
function SuppressionNotice({ contact: { status, email, bouncedAt, unsubscribedAt } }: { contact: Contact }) {
  if (status === 'active') return null;
  const since = { bounced: bouncedAt, unsubscribed: unsubscribedAt, blocklisted: null }[status];

  return (
    <Notice tone="warning" title="This contact receives no emails of campaigns">
      <span>
        {suppressions[status]}
        {since && (
          <>
            {' '}
            <Time value={since} />
          </>
        )}
        . It becomes active again when its{' '}
        <Link to="/blocklist" search={{ value: email }}>
          blocklist entry
        </Link>{' '}
        or the entry of its domain is removed.
      </span>
    </Notice>
  );
}

/** An import also keeps the name of the company as a custom field, which templates can use. */
const shownFields = ({ customFields }: Contact, companyName: string | undefined): Contact['customFields'] => {
  const { company, ...others } = customFields;

  return company === companyName ? others : customFields;
};

interface FactsProps {
  readonly contact: Contact;
  readonly companyName: string | undefined;
}

function ContactFacts({ contact, companyName }: FactsProps) {
  const { companyId, phone, website, linkedinUrl, city, country, source } = contact;

  return (
    <Card title="Contact">
      <Facts
        items={[
          ['Status', <ContactStatus key="status" status={contact.status} />],
          [
            'Company',
            companyId && (
              <Link key="company" to="/companies/$companyId" params={{ companyId }}>
                {companyName ?? 'Company'}
              </Link>
            ),
          ],
          ['Job title', contact.jobTitle],
          ['Phone', phone && <a href={`tel:${phone}`}>{phone}</a>],
          ['Place', locationText(city, country)],
          ...optionalFact('Time zone', contact.timezone),
          ...optionalFact('Website', website && <WebLink key="website" url={website} />),
          ...optionalFact('LinkedIn', linkedinUrl && <WebLink key="linkedin" url={linkedinUrl} />),
          ['Last campaign email', <Time key="contacted" value={contact.lastContactedAt} none="Never" />],
          ['Last replied', <Time key="replied" value={contact.lastRepliedAt} none="Never" />],
          ['Source', sourceLabels[source]],
          ['Added', <Time key="created" value={contact.createdAt} format="full" />],
          ['Changed', <Time key="updated" value={contact.updatedAt} />],
        ]}
      />
    </Card>
  );
}
