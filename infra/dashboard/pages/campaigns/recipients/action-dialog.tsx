import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../api/client.ts';
import { messageOf } from '../../../api/errors.ts';
import { refresh } from '../../../api/lists.ts';
import { Button } from '../../../components/button.tsx';
import { FieldFrame } from '../../../components/form/field.tsx';
import { Select } from '../../../components/form/select.tsx';
import { Notice } from '../../../components/notice.tsx';
import { countOf, formatNumber } from '../../../components/number.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { Progress } from '../../../components/progress.tsx';
import { nameOf } from '../../names.ts';
import { stepOptions } from '../labels.ts';
import type { Campaign, Recipient } from '../queries.ts';
import { type ActionInfo, type ActionName, actions, applyAction, type Outcome } from './actions.ts';

export interface RequestedAction {
  readonly name: ActionName;
  readonly recipients: readonly Recipient[];
}

interface ActionDialogProps {
  readonly campaign: Campaign;
  readonly requested: RequestedAction | undefined;
  readonly onClose: () => void;
  readonly onApplied: () => void;
}

/** Confirms an action on recipients and shows the result for each. */
export function ActionDialog({ requested, ...dialog }: ActionDialogProps) {
  const info = actions.find(({ name }) => name === requested?.name);
  const [first] = requested?.recipients ?? [];
  const count = requested?.recipients.length ?? 0;
  const recipientText = count === 1 && first ? nameOf(first) : countOf(count, 'recipient');

  return (
    <Dialog
      isOpen={requested !== undefined}
      onClose={dialog.onClose}
      title={info?.title.replace('…', recipientText) ?? ''}
      description={info?.text}
    >
      {requested && info && <ActionForm {...dialog} info={info} recipients={requested.recipients} />}
    </Dialog>
  );
}

interface ActionFormProps extends Omit<ActionDialogProps, 'requested'> {
  readonly info: ActionInfo;
  readonly recipients: readonly Recipient[];
}

function ActionForm({ campaign, info, recipients, onClose, onApplied }: ActionFormProps) {
  const { name, label, isDanger } = info;
  const client = useQueryClient();
  const [stepId, setStepId] = useState(() => preselectedStep(name, campaign, recipients));
  const [outcome, setOutcome] = useState<Outcome>();
  const [processedCount, setProcessedCount] = useState(0);
  const action = useMutation({
    mutationFn: () => applyAction(campaign, { name, recipients, stepId, outcome }, setProcessedCount),
    onSuccess: onApplied,
    onSettled: () => refresh(client, 'campaigns'),
  });
  if (action.data) return <ActionReport report={action.data} recipients={recipients} onClose={onClose} />;
  const isIncomplete =
    (name === 'resolve' && outcome === undefined) || (name === 'continue' && stepId === undefined);

  return (
    <div className="form">
      {(name === 'continue' || name === 'restart') && (
        <StepField campaign={campaign} value={stepId} onChange={setStepId} />
      )}
      {name === 'resolve' && <OutcomeField value={outcome} onChange={setOutcome} />}
      {campaign.status !== 'active' && name !== 'remove' && (
        <Notice tone="warning">{`The campaign is ${campaign.status} and sends nothing until you start it.`}</Notice>
      )}
      {action.isPending && <Progress label="Recipients" value={processedCount} max={recipients.length} />}
      {action.error && (
        <Notice tone="danger">
          {messageOf(action.error)}
          {processedCount > 0 &&
            ` The action was applied to the first ${countOf(processedCount, 'recipient')}.`}
        </Notice>
      )}
      <div className="form-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant={isDanger ? 'danger' : 'primary'}
          isPending={action.isPending}
          disabled={isIncomplete}
          onClick={() => action.mutate()}
        >
          {label}
        </Button>
      </div>
    </div>
  );
}

/** The first step for a restart or several recipients, otherwise the step after the recipient's current one. */
function preselectedStep(name: ActionName, { steps }: Campaign, recipients: readonly Recipient[]) {
  const [recipient] = recipients;
  if (name === 'restart' || !recipient || recipients.length > 1) return steps[0]?.id;
  const current = steps.findIndex(({ id }) => id === recipient.execution.currentStepId);

  return (steps[current + 1] ?? steps.at(-1))?.id;
}

interface StepFieldProps {
  readonly campaign: Campaign;
  readonly value: string | undefined;
  readonly onChange: (stepId: string) => void;
}

const StepField = ({ campaign, value, onChange }: StepFieldProps) => (
  <FieldFrame label="Step" error={undefined}>
    {(control) => <Select {...control} value={value} onChange={onChange} options={stepOptions(campaign)} />}
  </FieldFrame>
);

interface OutcomeFieldProps {
  readonly value: Outcome | undefined;
  readonly onChange: (outcome: Outcome) => void;
}

function OutcomeField({ value, onChange }: OutcomeFieldProps) {
  const choices = [
    { outcome: 'sent', text: 'It was sent. The sequence continues with the following step.' },
    { outcome: 'not_sent', text: 'It was not sent. Send it again.' },
  ] as const;

  return (
    <fieldset className="choices">
      <legend>What is in the Sent folder?</legend>
      {choices.map(({ outcome, text }) => (
        <label key={outcome}>
          <input type="radio" name="outcome" checked={value === outcome} onChange={() => onChange(outcome)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

interface ActionReportProps {
  readonly report: Schemas['RecipientActionReport'];
  readonly recipients: readonly Recipient[];
  readonly onClose: () => void;
}

/** What the action did to each recipient. */
function ActionReport({ report, recipients, onClose }: ActionReportProps) {
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
