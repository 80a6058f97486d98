import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.ts';
import { Tag } from '../../components/badge.tsx';
import { Card } from '../../components/page/page.tsx';
import './profile.css';
import { NoValue } from '../../components/states.tsx';

/** A link to another site, without a Referer header. */
export const WebLink = ({ url }: { readonly url: string }) => (
  <a href={url} target="_blank" rel="noreferrer noopener">
    {url.replace(/^https?:\/\/(?:www\.)?/u, '').replace(/\/$/u, '')}
  </a>
);

const regionNames = new Intl.DisplayNames(undefined, { type: 'region' });

/** The city and the name of the country; null if both are missing. */
export const locationText = (city: string | null, country: string | null): string | null =>
  [city, country && regionNames.of(country)].filter(Boolean).join(', ') || null;

/** A list with the fact, or an empty list if the fact has no value. */
export const optionalFact = (name: string, value: ReactNode): readonly (readonly [string, ReactNode])[] =>
  value ? [[name, value]] : [];

interface TagsCardProps {
  readonly tags: readonly string[];
  /** The tags lead to the contacts with the tag. */
  readonly areLinks?: boolean | undefined;
}

export function TagsCard({ tags, areLinks = false }: TagsCardProps) {
  if (tags.length === 0) return null;

  return (
    <Card title="Tags">
      <div className="row">
        {tags.map((tag) =>
          areLinks ? (
            <Link key={tag} to="/contacts" search={{ tag }}>
              <Tag>{tag}</Tag>
            </Link>
          ) : (
            <Tag key={tag}>{tag}</Tag>
          ),
        )}
      </div>
    </Card>
  );
}

export function CustomFieldsCard({ fields }: { readonly fields: Schemas['CustomFields'] }) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;

  return (
    <Card title="Custom fields">
      <dl className="facts">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{valueText(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function valueText(value: Schemas['CustomFields'][string]): ReactNode {
  if (value === null || value === '') return <NoValue />;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';

  return String(value);
}
