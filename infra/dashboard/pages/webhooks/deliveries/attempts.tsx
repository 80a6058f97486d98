import { Card } from '../../../components/page.tsx';
import { Time } from '../../../components/time.tsx';
import type { Delivery } from '../queries.ts';
import { RequestResult } from './request-result.tsx';

/** The last ten attempts, newest first. */
export function Attempts({ delivery: { attempts } }: { readonly delivery: Delivery }) {
  return (
    <Card title="Attempts" description="The last ten, newest first. All have the same id and body.">
      {attempts.length === 0 && <p className="muted">No attempt has a result yet.</p>}
      <ol className="attempts">
        {attempts.toReversed().map(({ number, trigger, startedAt, requests }) => (
          <li key={startedAt}>
            <div className="attempt-head">
              <strong>{attemptTitle(trigger, number)}</strong>
              <Time value={startedAt} />
            </div>
            {requests.map((request) => (
              <RequestResult key={request.signedWith} request={request} />
            ))}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function attemptTitle(trigger: Delivery['attempts'][number]['trigger'], number: number): string {
  if (trigger === 'resend') return 'Resend';

  return trigger === 'replay' ? `Replay, attempt ${number}` : `Attempt ${number}`;
}
