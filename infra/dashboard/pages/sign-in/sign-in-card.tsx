import type { ReactNode } from 'react';
import { useTitle } from '../../components/page/use-title.ts';
import './sign-in.css';

interface SignInCardProps {
  readonly title: string;
  readonly description?: string | undefined;
  readonly children: ReactNode;
}

/** The layout of the pages that need no session. */
export function SignInCard({ title, description, children }: SignInCardProps) {
  useTitle(title);

  return (
    <main className="sign-in" id="main">
      <div className="sign-in-card">
        <svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="currentColor" />
          <path d="M7 16.5 25 8l-5.5 17-4-6.5z" fill="#fff" />
        </svg>
        <h1>{title}</h1>
        {description && <p className="muted">{description}</p>}
        {children}
      </div>
    </main>
  );
}
