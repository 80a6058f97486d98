import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { isApple } from '../components/page/shortcuts.ts';
import { navigation } from './navigation.ts';
import { useUnreadCount } from './unread-count.ts';
import { UserMenu } from './user-menu.tsx';
import './sidebar.css';

interface SidebarProps {
  readonly onSearch: () => void;
  /** Called when the user chooses a page, also if it is the current page. */
  readonly onNavigate?: (() => void) | undefined;
}

export function Sidebar({ onSearch, onNavigate }: SidebarProps) {
  return (
    <div className="sidebar">
      <Link to="/" className="sidebar-brand">
        <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="currentColor" />
          <path d="M7 16.5 25 8l-5.5 17-4-6.5z" fill="#fff" />
        </svg>
        Outreach
      </Link>
      <button type="button" className="sidebar-search" onClick={onSearch}>
        <Search aria-hidden="true" />
        <span>Search</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label="Main" className="sidebar-nav">
        {navigation.map((group) => (
          <ul key={group[0]?.label}>
            {group.map(({ to, label, icon: Icon }) => (
              <li key={label}>
                <Link
                  to={to}
                  className="sidebar-link"
                  onClick={onNavigate}
                  activeOptions={{ exact: to === '/', includeSearch: false }}
                >
                  <Icon aria-hidden="true" />
                  {label}
                </Link>
                {to === '/inbox' && <UnreadCount />}
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <UserMenu />
    </div>
  );
}

function UnreadCount() {
  const count = useUnreadCount();

  return (
    count && (
      <span className="sidebar-count">
        {count}
        <span className="visually-hidden"> unread</span>
      </span>
    )
  );
}
