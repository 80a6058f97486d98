import type { ReactNode } from 'react';
import { useObjectName } from './use-title.ts';
import './page.css';
import { NoValue } from '../states.tsx';

interface PageProps {
  readonly title: ReactNode;
  /** Name of the object that the page shows, for the title of the browser's tab. */
  readonly objectName?: string | undefined;
  readonly description?: ReactNode;
  /** Buttons at the end of the header. */
  readonly actions?: ReactNode;
  /** A link to the list that this page belongs to. */
  readonly parent?: ReactNode;
  /** The content fills the window and scrolls inside itself, as a page with a `DataTable` does. */
  readonly isFilled?: boolean | undefined;
  readonly children: ReactNode;
}

export function Page({
  title,
  objectName,
  description,
  actions,
  parent,
  isFilled = false,
  children,
}: PageProps) {
  useObjectName(objectName);

  return (
    <div className="page" data-filled={isFilled || undefined}>
      <header className="page-header">
        <div className="page-heading">
          {parent && <div className="page-parent">{parent}</div>}
          <h1>{title}</h1>
          {description && <p className="muted">{description}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface CardProps {
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ title, description, actions, children }: CardProps) {
  return (
    <section className="card">
      {(title || actions) && (
        <header className="card-header">
          <div>
            {title && <h2>{title}</h2>}
            {description && <p className="muted">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className="card-content">{children}</div>
    </section>
  );
}

/** Names and values of an object: `<Facts items={[['Company', company.name]]} />`. */
export function Facts({ items }: { readonly items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? <NoValue />}</dd>
        </div>
      ))}
    </dl>
  );
}
