import { Clock } from 'lucide-react';
import { useState } from 'react';
import { serviceNow } from '../../../api/clock.ts';
import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog, type DialogState } from '../../../components/overlay/dialog.tsx';
import { KeyMenu } from '../../../components/overlay/key-menu.tsx';
import { MenuItem } from '../../../components/overlay/menu.tsx';
import { fromLocalInput, toLocalInput } from '../../../components/table/local-time.ts';
import type { ReplySummary } from '../queries.ts';
import { useStateChange } from './state-actions.tsx';

const timeFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Eight o’clock in the viewer’s zone. */
function morningIn(days: number): Date {
  const time = new Date(serviceNow());
  time.setDate(time.getDate() + days);
  time.setHours(8, 0, 0, 0);

  return time;
}

const hoursFromNow = (hours: number): Date => new Date(serviceNow() + hours * 3_600_000);
const daysToMonday = (): number => 8 - (new Date(serviceNow()).getDay() || 7);

function choicesNow(): readonly { readonly label: string; readonly time: Date }[] {
  const days = daysToMonday();
  // On a Sunday or a Monday, another choice is the next Monday.
  const hasMonday = days > 1 && days < 7;

  return [
    { label: 'In 3 hours', time: hoursFromNow(3) },
    { label: 'Tomorrow', time: morningIn(1) },
    ...(hasMonday ? [{ label: 'Next Monday', time: morningIn(days) }] : []),
    { label: 'In a week', time: morningIn(7) },
  ];
}

/** Hides a reply until a time. */
export function SnoozeMenu({ reply }: { readonly reply: ReplySummary }) {
  const changeState = useStateChange(reply);
  const [isChoosing, setChoosing] = useState(false);
  const snooze = (time: Date): void =>
    changeState({
      change: { snoozedUntil: time.toISOString() },
      message: `The reply returns ${fullFormat.format(time)}`,
      isLeaving: true,
    });

  return (
    <>
      <KeyMenu keys="s" title="Snooze" icon={<Clock />}>
        {reply.snoozedUntil !== null && (
          <MenuItem
            onSelect={() =>
              changeState({ change: { isRead: false }, message: 'The reply has returned', isLeaving: true })
            }
          >
            Return now
          </MenuItem>
        )}
        {choicesNow().map(({ label, time }) => (
          <MenuItem
            key={label}
            onSelect={() => snooze(time)}
            trailing={<span className="muted">{timeFormat.format(time)}</span>}
          >
            {label}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => setChoosing(true)}>Choose a time</MenuItem>
      </KeyMenu>
      <Dialog isOpen={isChoosing} onClose={() => setChoosing(false)} title="Snooze until">
        <TimeForm onClose={() => setChoosing(false)} onChoose={snooze} />
      </Dialog>
    </>
  );
}

interface TimeFormProps extends Pick<DialogState, 'onClose'> {
  readonly onChoose: (time: Date) => void;
}

function TimeForm({ onClose, onChoose }: TimeFormProps) {
  const form = useForm({
    initial: { time: toLocalInput(morningIn(1)) },
    schema: { type: 'object', properties: { time: { type: 'string', minLength: 1 } }, required: ['time'] },
    submit: async ({ time }) => onChoose(new Date(fromLocalInput(time) ?? time)),
    onSuccess: onClose,
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField label="Date and time" type="datetime-local" {...form.field('time')} />
      <FormActions submit="Snooze" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
