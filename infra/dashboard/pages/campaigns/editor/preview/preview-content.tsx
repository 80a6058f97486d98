import { useState } from 'react';
import type { Schemas } from '../../../../api/client.ts';
import { MailFrame } from '../../../../components/mail-frame.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { formatNumber } from '../../../../components/number.tsx';
import { Segments } from '../../../../components/segments.tsx';

type Email = Schemas['EmailPreview'];

const views = ['Email', 'Text', 'Headers'] as const;
type View = (typeof views)[number];

interface PreviewContentProps {
  readonly email: Email;
  readonly isStale: boolean;
}

export function PreviewContent({ email, isStale }: PreviewContentProps) {
  const [chosenView, setView] = useState<View>('Email');
  const view = chosenView === 'Email' && email.html === null ? 'Text' : chosenView;

  return (
    <div className="preview-content" aria-busy={isStale}>
      <div className="preview-head">
        <div className="preview-subject">{email.subject || <span className="none">No subject</span>}</div>
        <div className="muted">{`${email.from.name ?? email.from.email} → ${email.to}`}</div>
      </div>
      <Warnings email={email} />
      <div className="preview-views">
        <Segments
          label="Parts of the email"
          segments={views.map((option) => ({
            value: option,
            label: option,
            isDisabled: option === 'Email' && email.html === null,
          }))}
          value={view}
          onChange={setView}
        />
        <span className="muted">{isStale ? 'Updating …' : formatSize(email.sizeBytes)}</span>
      </div>
      {view === 'Email' && <MailFrame title={email.subject || 'Email'} html={email.html ?? ''} />}
      {view === 'Text' && <pre className="preview-text">{email.text}</pre>}
      {view === 'Headers' && <Headers headers={email.headers} />}
      <Variables variables={email.variables} />
    </div>
  );
}

const formatSize = (bytes: number): string =>
  bytes < 1024 ? `${formatNumber(bytes)} bytes` : `${formatNumber(Math.round((bytes / 1024) * 10) / 10)} KB`;

/** Missing values stop an email; the other warnings do not. */
const Warnings = ({ email: { warnings } }: { readonly email: Email }) =>
  warnings.map(({ code, message }) => (
    <Notice key={code} tone={code === 'missing_variables' ? 'danger' : 'warning'} isQuiet>
      {message}
    </Notice>
  ));

const Headers = ({ headers }: { readonly headers: Email['headers'] }) => (
  <dl className="preview-headers">
    {headers.map(({ name, value }) => (
      <div key={name + value}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

function Variables({ variables }: { readonly variables: Email['variables'] }) {
  if (variables.length === 0) return null;

  return (
    <dl className="preview-variables" aria-label="Merge fields">
      {variables.map(({ name, value, isMissing }) => (
        <div key={name} data-missing={isMissing || undefined}>
          <dt>{name}</dt>
          <dd>{isMissing ? 'has no value and no default' : value || 'empty'}</dd>
        </div>
      ))}
    </dl>
  );
}
