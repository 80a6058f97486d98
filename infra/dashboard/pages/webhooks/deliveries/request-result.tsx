import type { Schemas } from '../../../api/client.ts';
import { Badge } from '../../../components/badge.tsx';
import { formatNumber } from '../../../components/number.tsx';
import { errorLabel } from '../labels.ts';
import '../webhooks.css';

/** One HTTP request and the beginning of its response. */
export function RequestResult({ request }: { readonly request: Schemas['DeliveryRequest'] }) {
  const { statusCode, error, durationMs, signedWith, responseSnippet } = request;

  return (
    <div className="request-result">
      <div className="row">
        <ResponseBadge statusCode={statusCode} />
        <span className="muted">
          {`${error ? `No response: ${errorLabel(error)} · ` : ''}${formatNumber(durationMs)} ms · signed with the ${signedWith} secret`}
        </span>
      </div>
      {responseSnippet === '' ? (
        <p className="muted">{statusCode === null ? '' : 'The response had no text.'}</p>
      ) : (
        <section className="response" aria-label="Response">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long response scrolls, also by keyboard. */}
          <pre tabIndex={0}>{responseSnippet}</pre>
        </section>
      )}
    </div>
  );
}

interface ResponseBadgeProps {
  /** `null` without a response. */
  readonly statusCode: number | null;
}

export function ResponseBadge({ statusCode }: ResponseBadgeProps) {
  const isSuccess = statusCode !== null && statusCode >= 200 && statusCode < 300;

  return <Badge tone={isSuccess ? 'success' : 'danger'}>{statusCode ?? 'No response'}</Badge>;
}
