import { useState } from 'react';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { formatNumber } from '../../../components/number.tsx';
import { Card, Facts } from '../../../components/page.tsx';
import type { AccountVersion } from './account-detail.tsx';
import { LimitsForm } from './limits-form.tsx';

export function LimitsCard({ account, etag }: AccountVersion) {
  const [isOpen, setOpen] = useState(false);
  const canEdit = useCan('member');
  const { dailyLimit, minGapSeconds, maxGapSeconds, rampUp, timezone } = account;

  return (
    <Card
      title="Limits"
      actions={
        canEdit && (
          <Button
            size="small"
            className="account-edit"
            aria-label="Edit the limits"
            onClick={() => setOpen(true)}
          >
            Edit
          </Button>
        )
      }
    >
      <Facts
        items={[
          ['Daily limit', `${formatNumber(dailyLimit)} emails, including follow-ups`],
          [
            'Gap',
            `${durationText(minGapSeconds)} to ${durationText(maxGapSeconds)} between two emails, at random`,
          ],
          [
            'Ramp-up',
            rampUp.enabled
              ? `${formatNumber(rampUp.startPerDay)} on the first day, ${formatNumber(rampUp.increment)} more on each further one`
              : 'Off',
          ],
          ['Time zone', timezone],
        ]}
      />
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={`Limits of ${account.email}`}>
        <LimitsForm account={account} etag={etag} onClose={() => setOpen(false)} />
      </Dialog>
    </Card>
  );
}

/** “45 s”, “2 min”, “1 h 30 min” */
function durationText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const;

  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
}
