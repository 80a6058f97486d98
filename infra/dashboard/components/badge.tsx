import type { ReactNode } from 'react';
import type { Tone } from './notice.tsx';
import { Tooltip } from './overlay/tooltip.tsx';
import './badge.css';

interface BadgeProps {
  readonly tone?: Tone | undefined;
  readonly children: ReactNode;
  /** Why the object is in this state; shown on hover and focus. */
  readonly reason?: ReactNode;
}

/** A state in one or two words, with its reason. */
export function Badge({ tone = 'neutral', children, reason }: BadgeProps) {
  if (!reason) {
    return (
      <span className="badge" data-tone={tone}>
        {children}
      </span>
    );
  }

  return (
    <Tooltip text={reason}>
      <button type="button" className="badge" data-tone={tone} data-reason>
        {children}
      </button>
    </Tooltip>
  );
}

/** How a badge shows a state. */
export interface StateLabel {
  readonly label: string;
  readonly tone: Tone;
}

/** A label that users choose, such as a tag of a contact. */
export const Tag = ({ children }: { readonly children: ReactNode }) => (
  <span className="tag">{children}</span>
);
