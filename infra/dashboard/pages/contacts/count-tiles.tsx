import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Tone } from '../../components/notice.tsx';
import { formatNumber } from '../../components/number.tsx';
import './count-tiles.css';

export const CountTiles = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <ul className="count-tiles" aria-label={label}>
    {children}
  </ul>
);

interface CountTileProps {
  readonly label: string;
  readonly value: number;
  readonly help?: string | undefined;
  readonly tone?: Tone | undefined;
  /** A link to the list that the number counts. */
  readonly link?: LinkProps | undefined;
  readonly isCurrent?: boolean | undefined;
}

export function CountTile({ label, value, help, tone, link, isCurrent = false }: CountTileProps) {
  const content = (
    <>
      <span className="count-tile-value" data-tone={tone}>
        {formatNumber(value)}
      </span>
      <span className="count-tile-label">{label}</span>
      {help && <span className="count-tile-help">{help}</span>}
    </>
  );

  return (
    <li>
      {link ? (
        <Link
          {...link}
          className="count-tile"
          aria-current={isCurrent ? 'true' : undefined}
          data-current={isCurrent}
        >
          {content}
        </Link>
      ) : (
        <div className="count-tile">{content}</div>
      )}
    </li>
  );
}
