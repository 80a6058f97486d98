import type { Schemas } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatNumber } from '../../../components/number.tsx';
import { nameOf } from '../../names.ts';
import type { Recipient } from '../queries.ts';

interface ActionReportProps {
  readonly report: Schemas['RecipientActionReport'];
  readonly recipients: readonly Recipient[];
  readonly onClose: () => void;
}

/** What the action did to each recipient. */
export function ActionReport({ report, recipients, onClose }: ActionReportProps) {
  const names = new Map(recipients.map((recipient) => [recipient.contactId, nameOf(recipient)]));
  const refused = report.results.filter(({ outcome }) => outcome === 'refused');

  return (
    <div className="form">
      <Notice tone={report.refused > 0 ? 'warning' : 'success'} title={summaryOf(report)}>
        {refused.length > 0 && (
          <ul className="plain-list refusals">
            {refused.map(({ contactId, message, reason }) => (
              <li key={contactId}>
                <strong>{names.get(contactId) ?? contactId}</strong>: {message ?? reason}
              </li>
            ))}
          </ul>
        )}
      </Notice>
      <div className="form-actions">
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

function summaryOf({ applied, unchanged, refused }: Schemas['RecipientActionReport']): string {
  const parts = [
    `${formatNumber(applied)} changed`,
    unchanged > 0 && `${formatNumber(unchanged)} unchanged`,
    refused > 0 && `${formatNumber(refused)} refused`,
  ];

  return parts.filter(Boolean).join(', ');
}
