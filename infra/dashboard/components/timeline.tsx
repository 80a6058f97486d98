import type { ReactNode } from 'react';
import type { Tone } from './notice.tsx';
import { Time } from './time.tsx';
import './timeline.css';

export interface TimelineEntry {
  readonly id: string;
  readonly time: string;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly icon?: ReactNode;
  readonly tone?: Tone | undefined;
}

/** Events in the order that they are given, usually newest first. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map(({ id, time, title, detail, icon, tone = 'neutral' }) => (
        <li key={id} data-tone={tone}>
          <span className="timeline-icon" aria-hidden="true">
            {icon}
          </span>
          <div className="timeline-text">
            <div className="timeline-head">
              <span>{title}</span>
              <Time value={time} />
            </div>
            {detail && <div className="muted">{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
