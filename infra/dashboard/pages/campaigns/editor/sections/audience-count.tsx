import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../../../components/number.tsx';
import type { Draft } from '../draft.ts';
import { useCompanyNames } from './companies-field.tsx';
import { useAudienceCount } from './use-audience-count.ts';

/** How many contacts match, with links to the lists behind the number. */
export function AudienceCount({ audience }: { readonly audience: NonNullable<Draft['audience']> }) {
  const { count, isMinimum, isPending } = useAudienceCount(audience);
  const nameOf = useCompanyNames(audience.companyIds);

  return (
    <p className="audience-count" role="status">
      {isPending ? (
        'Counting …'
      ) : (
        <strong>{`${isMinimum ? 'At least ' : ''}${formatNumber(count)} active contacts match.`}</strong>
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
