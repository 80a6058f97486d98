import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { useTitle } from '../components/page/use-title.ts';
import { ErrorState } from '../components/states.tsx';

export function RouteError({ error, reset }: ErrorComponentProps) {
  return <ErrorState error={error} onRetry={reset} />;
}

export function NotFound() {
  useTitle('Page not found');

  return (
    <main className="state">
      <h1>Page not found</h1>
      <p>No page has this address.</p>
      <Link to="/" className="button button-secondary">
        Go to the overview
      </Link>
    </main>
  );
}
