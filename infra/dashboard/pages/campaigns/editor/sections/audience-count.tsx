import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { audienceCountQuery, audienceCountText } from '../../../contacts/queries.ts';
import type { Draft } from '../draft.ts';
import { useCompanyNames } from './companies-field.tsx';

type Audience = NonNullable<Draft['audience']>;

/** How many contacts match, with links to the lists behind the number. */
export function AudienceCount({ audience }: { readonly audience: Audience }) {
  const { data, isError } = useQuery(audienceCountQuery(audience));
  const nameOf = useCompanyNames(audience.companyIds);

  return (
    <p className="row audience-count" role="status">
      {data ? (
        <strong>{audienceCountText(data)}</strong>
      ) : isError ? (
        'The number is not known.'
      ) : (
        'Counting …'
      )}{' '}
      Lists:{' '}
      {audience.tags.map((tag) => (
        <Link key={tag} to="/contacts" search={{ tag }}>
          {tag}
        </Link>
      ))}
      {audience.companyIds.map((companyId) => (
        <Link key={companyId} to="/contacts" search={{ companyId }}>
          {nameOf(companyId)}
        </Link>
      ))}
    </p>
  );
}
