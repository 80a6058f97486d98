import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatNumber } from './number.tsx';
import './tabs.css';

interface LinkTabsProps {
  readonly label: string;
  readonly tabs: readonly (LinkProps & { readonly label: string; readonly count?: number | undefined })[];
}

/** Tabs that keep their state in the address: each is a link to a route or to search parameters. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const nav = useRef<HTMLElement>(null);
  const href = useLocation({ select: (location) => location.href });
  const counts = tabs.map(({ count }) => count).join();
  // In a narrow window, not all tabs are visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides which tab is current, and counts move the tabs.
  useEffect(() => showCurrent(nav.current), [href, counts]);

  return (
    <nav ref={nav} className="tabs scroll-fade" aria-label={label}>
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

function showCurrent(nav: HTMLElement | null): void {
  const tab = nav?.querySelector('[aria-current]');
  if (!nav || !tab) return;
  const [outer, inner] = [nav, tab].map((element) => element.getBoundingClientRect());
  if (outer && inner) nav.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
}
