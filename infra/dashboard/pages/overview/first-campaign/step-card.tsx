import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

interface StepCardProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  /** What the step has, or its purpose. */
  readonly description: ReactNode;
  readonly children?: ReactNode;
}

/** A numbered card with a mark when its step is done. */
export function StepCard({ number, title, isDone, description, children }: StepCardProps) {
  return (
    <section className="card first-step" aria-label={title}>
      <header className="first-step-header">
        <span className="first-step-mark" data-done={isDone || undefined}>
          {isDone ? <Check aria-label="Done" role="img" /> : <span aria-hidden="true">{number}</span>}
        </span>
        <div>
          <h2>{title}</h2>
          <p className="muted first-step-description" role="status">
            {description}
          </p>
        </div>
      </header>
      {children && <div className="first-step-content">{children}</div>}
    </section>
  );
}
