import { existsSync, readFileSync } from 'node:fs';
import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { expect, test, vi } from 'vitest';
import { startScheduler } from '../../../infra/local/engines/scheduler/scheduler.ts';
import {
  atSeconds,
  clientFor,
  oneTimeSchedule,
  startRecordingScheduler,
  targetWith,
} from './scheduler-support.ts';
import { movableClock, spawnEngine, stopAfterTest, temporaryFolder } from './support.ts';

const inputsOf = (delivered: { input: string }[]) => delivered.map(({ input }) => input);

test('a one-time schedule fires once, immediately, when the clock jumps past its time', async () => {
  const clock = movableClock();
  const { client, delivered, scheduler } = await startRecordingScheduler();
  await client.send(
    new CreateScheduleCommand(oneTimeSchedule({ ScheduleExpression: atSeconds(3 * 86_400) })),
  );
  // All schedules that are due after a jump have fired when the sentinel has fired.
  const sentinel = { Name: 'sentinel', Target: targetWith('sentinel'), ScheduleExpression: 'rate(1 day)' };
  await client.send(new CreateScheduleCommand(oneTimeSchedule(sentinel)));
  await vi.waitFor(() => expect(inputsOf(delivered)).toEqual(['sentinel']));
  await vi.waitFor(() => expect(scheduler.pending().nextDueAt).toBeGreaterThan(Date.now()));

  clock.advanceSeconds(5 * 86_400);
  await vi.waitFor(() => expect(delivered).toHaveLength(3));
  expect(inputsOf(delivered).toSorted()).toEqual(['sentinel', 'sentinel', 'tick']);
  clock.advanceSeconds(86_400);
  await vi.waitFor(() => expect(delivered).toHaveLength(4));
  expect(inputsOf(delivered).toSorted()).toEqual(['sentinel', 'sentinel', 'sentinel', 'tick']);
  await expect(client.send(new GetScheduleCommand({ Name: 'tick' }))).resolves.toMatchObject({
    ScheduleExpression: expect.stringContaining('at('),
  });
});

test('a rate fires immediately, then once per jump regardless of missed periods, at multiples of its period', async () => {
  const clock = movableClock();
  const { client, delivered, scheduler } = await startRecordingScheduler();
  await client.send(new CreateScheduleCommand(oneTimeSchedule({ ScheduleExpression: 'rate(5 minutes)' })));
  await vi.waitFor(() => expect(delivered).toHaveLength(1));
  const secondDueAt = scheduler.pending().nextDueAt ?? 0;

  clock.advanceSeconds(3600);
  await vi.waitFor(() => expect(delivered).toHaveLength(2));
  await vi.waitFor(() => expect(scheduler.pending().nextDueAt).toBeGreaterThan(Date.now()));

  expect(((scheduler.pending().nextDueAt ?? 0) - secondDueAt) % 300_000).toBe(0);
});

test('ActionAfterCompletion DELETE deletes a schedule after it has fired', async () => {
  const { client, delivered } = await startRecordingScheduler();
  const input = oneTimeSchedule({ ScheduleExpression: atSeconds(-5), ActionAfterCompletion: 'DELETE' });
  await client.send(new CreateScheduleCommand(input));
  await vi.waitFor(() => expect(delivered).toHaveLength(1));

  await vi.waitFor(async () => {
    await expect(client.send(new GetScheduleCommand({ Name: 'tick' }))).rejects.toBeInstanceOf(
      ResourceNotFoundException,
    );
  });
});

test('a deleted and a postponed schedule do not fire', async () => {
  const clock = movableClock();
  const { client, delivered } = await startRecordingScheduler();
  const named = (Name: string, changes = {}) =>
    oneTimeSchedule({ Name, Target: targetWith(Name), ...changes });
  await client.send(new CreateScheduleCommand(named('deleted')));
  await client.send(new DeleteScheduleCommand({ Name: 'deleted' }));
  await client.send(new CreateScheduleCommand(named('postponed')));
  await client.send(new UpdateScheduleCommand(named('postponed', { ScheduleExpression: atSeconds(9_000) })));
  await client.send(new CreateScheduleCommand(named('unchanged')));

  clock.advanceSeconds(120);
  await vi.waitFor(() => expect(inputsOf(delivered)).toEqual(['unchanged']));
});

test('a failed delivery is retried with backoff until it succeeds', async () => {
  const clock = movableClock();
  const { client, delivered, failures, fail } = await startRecordingScheduler();
  fail(3);
  await client.send(new CreateScheduleCommand(oneTimeSchedule({ ScheduleExpression: atSeconds(-5) })));

  await vi.waitFor(() => expect(failures).toEqual([1]));
  clock.advanceSeconds(1);
  await vi.waitFor(() => expect(failures).toEqual([1, 2]));
  clock.advanceSeconds(2);
  await vi.waitFor(() => expect(failures).toEqual([1, 2, 3]));
  clock.advanceSeconds(4);
  await vi.waitFor(() => expect(inputsOf(delivered)).toEqual(['tick']));
});

test('an update during a delivery survives the delivery’s completion', async () => {
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const options = {
    databaseFile: `${temporaryFolder()}/scheduler.db`,
    async deliver() {
      begun.resolve();
      await finish.promise;
    },
  };
  const scheduler = await stopAfterTest(startScheduler(options));
  const client = clientFor(scheduler.endpoint);
  const past = oneTimeSchedule({ ScheduleExpression: atSeconds(-5), ActionAfterCompletion: 'DELETE' });
  await client.send(new CreateScheduleCommand(past));
  await begun.promise;
  const ScheduleExpression = atSeconds(600);
  await client.send(
    new UpdateScheduleCommand(oneTimeSchedule({ ScheduleExpression, ActionAfterCompletion: 'DELETE' })),
  );
  finish.resolve();
  await finish.promise;

  const read = await client.send(new GetScheduleCommand({ Name: 'tick' }));

  expect(read.ScheduleExpression).toBe(ScheduleExpression);
  expect(scheduler.pending().count).toBe(1);
});

test('after kill -9 no schedule is lost, a completed one does not fire again, and an interrupted one does', async () => {
  const folder = temporaryFolder();
  const killed = await spawnEngine('scheduler', folder);
  const client = clientFor(killed.endpoint);
  const create = (Input: string, ScheduleExpression: string) => {
    const Target = targetWith(Input);

    return client.send(
      new CreateScheduleCommand(oneTimeSchedule({ Name: Input, ScheduleExpression, Target })),
    );
  };
  const readDelivered = () =>
    existsSync(`${folder}/delivered.txt`)
      ? readFileSync(`${folder}/delivered.txt`, 'utf8').trim().split('\n')
      : [];
  await create('future', atSeconds(3600));
  await create('done', atSeconds(-5));
  await vi.waitFor(() => expect(readDelivered()).toEqual(['done']));
  // A response after the delivery also means that the completion was stored.
  await client.send(new GetScheduleCommand({ Name: 'future' }));
  await create('die', atSeconds(-5)).catch(() => undefined);
  await vi.waitFor(() => expect(killed.child.signalCode).toBe('SIGKILL'));
  expect(readDelivered()).toEqual(['done', 'die']);

  const clock = movableClock();
  const { delivered } = await startRecordingScheduler(`${folder}/scheduler.db`);
  await vi.waitFor(() => expect(inputsOf(delivered)).toEqual(['die']));
  clock.advanceSeconds(3601);
  await vi.waitFor(() => expect(inputsOf(delivered)).toEqual(['die', 'future']));
});
