import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import './notice.css';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

const icons = {
  neutral: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

interface NoticeProps {
  readonly tone?: Tone | undefined;
  readonly title?: string | undefined;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Screen readers do not announce it: it changes while the user types. */
  readonly isQuiet?: boolean;
}

/** A message within a page, such as why something is stopped and when it continues. */
export function Notice({ tone = 'info', title, children, actions, isQuiet = false }: NoticeProps) {
  const Icon = icons[tone];
  const role = tone === 'danger' ? 'alert' : 'status';

  return (
    <div className="notice" data-tone={tone} role={isQuiet ? undefined : role}>
      <Icon aria-hidden="true" />
      <div className="notice-text">
        {title && <strong>{title}</strong>}
        {children}
      </div>
      {actions}
    </div>
  );
}
