import type { Step } from '../draft.ts';

/** The first email cannot be a reply, so it starts a conversation. */
export const withNewFirstThread = (steps: readonly Step[]): readonly Step[] =>
  steps.map((step, index) => (index === 0 ? { ...step, thread: 'new' } : step));

/** Moves an email. The email that was first is a reply again if it has no subject: it was one before it came first. */
export function moveStep(steps: readonly Step[], from: number, to: number): readonly Step[] {
  const step = steps[from];
  if (!step) return steps;
  const moved = steps.toSpliced(from, 1).toSpliced(to, 0, step);
  const hasSubject = steps[0]?.variants.some(({ subject }) => subject.trim() !== '');

  return withNewFirstThread(
    moved.map((other) => (other === steps[0] && !hasSubject ? { ...other, thread: 'reply' } : other)),
  );
}
