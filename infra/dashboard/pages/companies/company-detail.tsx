import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Version } from '../../api/client.ts';
import { useCan } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { formatNumber, NumberLink } from '../../components/number.tsx';
import { usePaletteAction } from '../../components/page/actions.ts';
import { Card, Facts, Page } from '../../components/page/page.tsx';
import { QueryPage } from '../../components/page/query-page.tsx';
import { Time } from '../../components/time.tsx';
import {
  CustomFieldsCard,
  locationText,
  optionalFact,
  TagsCard,
  WebLink,
} from '../profile/profile-facts.tsx';
import { CompanyContacts } from './company-contacts.tsx';
import { EditCompany } from './company-forms.tsx';
import { type Company, companyQuery } from './queries.ts';

const route = getRouteApi('/app/companies/$companyId');

const listLink = <Link to="/companies">Companies</Link>;

export function CompanyDetail() {
  const { companyId } = route.useParams();

  return (
    <QueryPage title="Company" parent={listLink} query={useQuery(companyQuery(companyId))} lines={12}>
      {(version) => <LoadedCompany version={version} />}
    </QueryPage>
  );
}

function LoadedCompany({ version }: { readonly version: Version<Company> }) {
  const company = version.value;
  const canChange = useCan('member');
  const [isEditing, setEditing] = useState(false);
  usePaletteAction('Edit this company', () => setEditing(true), canChange);

  return (
    <Page
      title={company.name}
      objectName={company.name}
      description={company.domain}
      parent={listLink}
      actions={
        canChange && (
          <Button icon={<Pencil />} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      <div className="profile">
        <div className="stack">
          <CompanyFacts company={company} />
          <TagsCard tags={company.tags} />
          <CustomFieldsCard fields={company.customFields} />
        </div>
        <div className="stack">
          {company.description && (
            <Card title="Description">
              <p className="profile-description">{company.description}</p>
            </Card>
          )}
          <CompanyContacts company={company} />
        </div>
      </div>
      <EditCompany isOpen={isEditing} onClose={() => setEditing(false)} company={version} />
    </Page>
  );
}

function CompanyFacts({ company }: { readonly company: Company }) {
  const { id, website, linkedinUrl, employeeCount, phone, contactCount } = company;

  return (
    <Card title="Company">
      <Facts
        items={[
          ['Domain', company.domain],
          ...optionalFact('Website', website && <WebLink key="website" url={website} />),
          ...optionalFact('LinkedIn', linkedinUrl && <WebLink key="linkedin" url={linkedinUrl} />),
          ...optionalFact('Industry', company.industry),
          ...optionalFact('Employees', employeeCount === null ? null : formatNumber(employeeCount)),
          ...optionalFact('Place', locationText(company.city, company.country)),
          ...optionalFact('Phone', phone && <a href={`tel:${phone}`}>{phone}</a>),
          [
            'Contacts',
            <NumberLink
              key="contacts"
              value={contactCount}
              noun="contact"
              to="/contacts"
              search={{ companyId: id }}
            />,
          ],
          ['Added', <Time key="created" value={company.createdAt} format="full" />],
          ['Changed', <Time key="updated" value={company.updatedAt} />],
        ]}
      />
    </Card>
  );
}
