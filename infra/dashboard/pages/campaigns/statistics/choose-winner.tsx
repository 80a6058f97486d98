import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { messageOf } from '../../../api/errors.ts';
import { refresh } from '../../../api/lists.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatNumber, formatPercent } from '../../../components/number.tsx';
import { Dialog, type DialogState } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { stepLabel, variantLetter } from '../labels.ts';
import type { Campaign } from '../queries.ts';
import { templateTitle } from '../template-title.ts';
import type { Group } from './queries.ts';

interface ChooseWinnerProps extends DialogState {
  readonly campaign: Campaign;
  readonly step: Campaign['steps'][number];
  readonly variants: readonly Group[];
}

export function ChooseWinner({ isOpen, onClose, ...choice }: ChooseWinnerProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Winner of ${stepLabel(choice.campaign, choice.step.id)}`}
      description="All further emails of the step use the winner. Emails that are being sent keep their variant."
    >
      <WinnerForm {...choice} onClose={onClose} />
    </Dialog>
  );
}

/** The value of the choice that removes the winner. */
const noWinner = '';

function WinnerForm({ campaign, step, variants, onClose }: Omit<ChooseWinnerProps, 'isOpen'>) {
  const client = useQueryClient();
  const current = campaign.winners.find(({ stepId }) => stepId === step.id)?.variantId;
  const [chosen, setChosen] = useState(current ?? probableBest(variants) ?? noWinner);
  const choose = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/campaigns/{id}/steps/{stepId}/winner', {
          params: { path: { id: campaign.id, stepId: step.id } },
          body: { variantId: chosen === noWinner ? null : chosen },
        }),
      ),
    async onSuccess() {
      onClose();
      const letter = variantLetter(campaign, chosen);
      showToast(letter ? `Variant ${letter} is the winner` : 'The winner is removed');
      await refresh(client, 'campaigns');
    },
  });
  const choices = [
    ...step.variants
      .filter(({ enabled }) => enabled)
      .map(({ id, subject }) => ({
        id,
        title: `Variant ${variantLetter(campaign, id)}`,
        note: [templateTitle(subject), figuresText(variants.find((group) => group.id === id))]
          .filter(Boolean)
          .join(' · '),
      })),
    ...(current
      ? [
          {
            id: noWinner,
            title: 'No winner',
            note: 'The variants are drawn by their weights again, and the rule of the step is removed.',
          },
        ]
      : []),
  ];

  return (
    <div className="form">
      <fieldset className="choices">
        <legend className="visually-hidden">Winner</legend>
        {choices.map(({ id, title, note }) => (
          <label key={id}>
            <input type="radio" name="winner" checked={chosen === id} onChange={() => setChosen(id)} />
            <span>
              {title}
              <span className="muted">{note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {choose.error && <Notice tone="danger">{messageOf(choose.error)}</Notice>}
      <div className="form-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          isPending={choose.isPending}
          disabled={chosen === (current ?? noWinner)}
          onClick={() => choose.mutate()}
        >
          {chosen === noWinner ? 'Remove the winner' : 'Choose the winner'}
        </Button>
      </div>
    </div>
  );
}

/** The variant that is probably the best by replies; undefined if no variant is. */
function probableBest(variants: readonly Group[]): string | undefined {
  const best = variants.find(({ bestProbability }) => (bestProbability?.reply ?? 0) > 0.5);

  return best?.id ?? undefined;
}

function figuresText(variant: Group | undefined): string | undefined {
  if (!variant || variant.counts.sent === 0) return undefined;
  const reply = variant.rates.replyRate;
  const best = variant.bestProbability;

  return [
    `${formatNumber(variant.counts.sent)} sent`,
    reply && `${formatPercent(reply.value)} replied`,
    best && `best by replies with ${formatPercent(best.reply)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
