import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/lists.ts';
import { Facts } from '../../../components/page/page.tsx';
import { Skeleton } from '../../../components/states.tsx';
import { Time } from '../../../components/time.tsx';
import { ActivityTimeline } from '../../contacts/activity-timeline.tsx';
import { ContactStatus } from '../../contacts/contact-status.tsx';
import { contactActivityQuery, contactQuery, useAnswerTimes } from '../../contacts/queries.ts';
import { companyNameQuery, nameOf, useCampaignNames } from '../../names.ts';
import { optionalFact } from '../../profile/profile-facts.tsx';
import '../../contacts/contacts.css';
import './contact-card.css';

/** Events shown of the timeline; the page of the contact has all of them. */
const eventsMax = 8;

interface ContactCardProps {
  readonly contactId: string;
  /** Beside the thread; otherwise it is closed at first. */
  readonly isBeside: boolean;
}

/** The contact of a thread. */
export function ContactCard({ contactId, isBeside }: ContactCardProps) {
  const { data, error } = useQuery(contactQuery(contactId));
  const [isOpen, setOpen] = useState<boolean>();
  const isShown = isOpen ?? isBeside;
  if (error) return null;

  return (
    <section className="contact-card" aria-label="Contact" data-open={isShown || undefined}>
      <button
        type="button"
        className="contact-card-toggle"
        aria-expanded={isShown}
        onClick={() => setOpen(!isShown)}
      >
        <span className="ellipsis">{data ? nameOf(data.value) : 'Contact'}</span>
        <ChevronDown aria-hidden="true" />
      </button>
      {isShown && <ContactDetails contactId={contactId} />}
    </section>
  );
}

function ContactDetails({ contactId }: { readonly contactId: string }) {
  const { data } = useQuery(contactQuery(contactId));
  const { data: companyName } = useQuery(companyNameQuery(data?.value.companyId));
  const { rows, isPending } = useList(contactActivityQuery(contactId, undefined, false));
  const campaignNames = useCampaignNames();
  const answerTimes = useAnswerTimes(contactId);
  if (!data) return null;
  const contact = data.value;

  return (
    <>
      <Facts
        items={[
          ['Status', <ContactStatus key="status" status={contact.status} />],
          ['Address', contact.email],
          ...optionalFact('Company', companyName),
          ...optionalFact('Job title', contact.jobTitle),
          ...optionalFact('Phone', contact.phone && <a href={`tel:${contact.phone}`}>{contact.phone}</a>),
          ['Last campaign email', <Time key="contacted" value={contact.lastContactedAt} none="Never" />],
        ]}
      />
      {isPending ? (
        <Skeleton lines={4} />
      ) : (
        <ActivityTimeline
          events={rows.slice(0, eventsMax)}
          campaignNames={campaignNames}
          answerTimes={answerTimes}
        />
      )}
      <Link to="/contacts/$contactId" params={{ contactId }}>
        Open the contact
      </Link>
    </>
  );
}
