import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { refresh } from '../../../api/lists.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FieldFrame } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatNumber } from '../../../components/number.tsx';
import { Progress } from '../../../components/progress.tsx';
import { Select } from '../../../components/select.tsx';
import { nameOf } from '../../names.ts';
import { stepLabel, stepSubject } from '../labels.ts';
import type { Campaign, Recipient } from '../queries.ts';
import { ActionReport } from './action-report.tsx';
import { type ActionInfo, type ActionName, actions, applyAction, type Outcome } from './actions.ts';

interface ActionDialogProps {
  readonly campaign: Campaign;
  readonly requested: { readonly name: ActionName; readonly recipients: readonly Recipient[] } | undefined;
  readonly onClose: () => void;
  readonly onApplied: () => void;
}

/** Confirms an action on recipients and shows the result for each. */
export function ActionDialog({ campaign, requested, onClose, onApplied }: ActionDialogProps) {
  const info = actions.find(({ name }) => name === requested?.name);
  const [first] = requested?.recipients ?? [];
  const count = requested?.recipients.length ?? 0;
  const recipientText = count === 1 && first ? nameOf(first) : `${formatNumber(count)} recipients`;

  return (
    <Dialog
      isOpen={requested !== undefined}
      onClose={onClose}
      title={info?.title.replace('…', recipientText) ?? ''}
      description={info?.text}
    >
      {requested && info && (
        <ActionForm
          campaign={campaign}
          info={info}
          recipients={requested.recipients}
          onClose={onClose}
          onApplied={onApplied}
        />
      )}
    </Dialog>
  );
}

interface ActionFormProps {
  readonly campaign: Campaign;
  readonly info: ActionInfo;
  readonly recipients: readonly Recipient[];
  readonly onClose: () => void;
  readonly onApplied: () => void;
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
            ` The action was applied to the first ${formatNumber(processedCount)} recipients.`}
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

/** The step that the dialog preselects: the step after the current one of a single recipient, otherwise the first step. */
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
    {(control) => (
      <Select
        {...control}
        value={value}
        onChange={onChange}
        options={campaign.steps.map(({ id }) => ({
          value: id,
          label: `${stepLabel(campaign, id)}: ${stepSubject(campaign, id)}`,
        }))}
      />
    )}
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
