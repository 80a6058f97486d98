import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../api/errors.ts';
import { Button } from './button.tsx';
import './states.css';

interface EmptyStateProps {
  readonly title: string;
  /** Which content belongs here, and how the user adds it. */
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className="state">
      {icon && (
        <span className="state-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const isMissing = error instanceof ApiError && error.status === 404;

  return (
    <div className="state" role="alert">
      <span className="state-icon" data-tone="danger" aria-hidden="true">
        <CircleAlert />
      </span>
      <h2>{isMissing ? 'Not found' : 'This could not be loaded'}</h2>
      <p>{isMissing ? 'It was deleted, or the address is wrong.' : messageOf(error)}</p>
      {error instanceof ApiError && error.requestId && (
        <p className="state-id">
          Request <code>{error.requestId}</code>
        </p>
      )}
      {onRetry && !isMissing && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** In the place of a value that there is not. Lists on a phone have no line for it. */
export const NoValue = () => <span className="none no-value">—</span>;

/** Grey bars in the place of content that is being loaded. */
export function Skeleton({ lines = 3 }: { readonly lines?: number | undefined }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity.
        <span key={line} className="skeleton-bar" />
      ))}
    </div>
  );
}

export interface QueryStateProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
  readonly lines?: number | undefined;
}

/** The content of a query, or its loading or error state. A failed update keeps the content that is there. */
export function QueryState<Data>({ query, children, lines }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;

  return <Skeleton lines={lines} />;
}
