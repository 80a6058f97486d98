import { Link, type LinkProps } from '@tanstack/react-router';
import { formatNumber } from './number.tsx';
import './tabs.css';

interface LinkTabsProps {
  readonly label: string;
  readonly tabs: readonly (LinkProps & { readonly label: string; readonly count?: number | undefined })[];
}

/** Tabs that keep their state in the address: each is a link to a route or to search parameters. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ label: text, count, activeOptions, ...link }) => (
        <Link
          key={text}
          {...link}
          className="tab"
          activeOptions={{ exact: true, ...activeOptions }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {text}
          {count !== undefined && <span className="tab-count">{formatNumber(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
