import { expect, it } from 'vitest';
import { answerOf, postTo } from './post-to.ts';

const deadlineMs = 200;

/** Blocks the event loop, as a process does that gets no processor. */
function block(milliseconds: number): void {
  const from = performance.now();
  while (performance.now() - from < milliseconds);
}

it('a response that waits in the socket while this thread is busy is in time', async () => {
  const outcome = await postTo(
    (socket) => {
      socket.end(answerOf('200 OK'));
      block(3 * deadlineMs);
    },
    { deadlineMs, connectMs: deadlineMs },
  );

  expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
  expect(outcome.durationMs).toBeLessThan(deadlineMs);
});

it('a connection that opens while this thread is busy is in time', async () => {
  const posting = postTo(answerOf('200 OK'), { deadlineMs, connectMs: deadlineMs });
  setImmediate(() => block(3 * deadlineMs));

  expect(await posting).toMatchObject({ kind: 'answered', status: 200 });
});

it('the deadline still ends a request between the times in which this thread is busy', async () => {
  const busy = setInterval(() => block(30), 60);
  const outcome = await postTo(() => undefined, { deadlineMs }).finally(() => clearInterval(busy));

  expect(outcome).toMatchObject({ kind: 'failed', code: 'timeout' });
});
