import { CreateScheduleCommand, GetScheduleCommand } from '@aws-sdk/client-scheduler';
import { describe, expect, test } from 'vitest';
import { ensureSchedules } from '../../infra/local/resources/schedules.ts';
import type { ScheduleModel } from '../../infra/local/template/event-sources.ts';
import { oneTimeSchedule, startRecordingScheduler } from './engines/scheduler-support.ts';
import { movableClock } from './engines/support.ts';
import { waitUntil } from './support/folder.ts';

const functionArn = (name: string) => `arn:aws:lambda:eu-west-1:000000000000:function:${name}`;

const everyMinute = (name: string, changes: Partial<ScheduleModel> = {}): ScheduleModel => ({
  name,
  expression: 'rate(1 minute)',
  targetArn: functionArn(name),
  roleArn: 'arn:aws:iam::000000000000:role/first',
  input: undefined,
  ...changes,
});

describe('a deployment of a changed template', () => {
  test('deletes the schedules that the template no longer has, so that they do not fire', async () => {
    const clock = movableClock();
    const { client, delivered } = await startRecordingScheduler();
    await ensureSchedules(client, [], [everyMinute('Kept'), everyMinute('Dropped')]);
    // A rate fires immediately, too.
    await waitUntil(() => delivered.length === 2);
    await ensureSchedules(client, [], [everyMinute('Kept')]);
    clock.advanceSeconds(60);
    await waitUntil(() => delivered.length > 2);

    expect(delivered.slice(2).map(({ arn }) => arn)).toEqual([functionArn('Kept')]);
    await expect(client.send(new GetScheduleCommand({ Name: 'Dropped' }))).rejects.toThrow('does not exist');
  });

  test('keeps the schedules that functions have created', async () => {
    const { client, scheduler } = await startRecordingScheduler();
    await ensureSchedules(client, ['campaigns'], [everyMinute('Kept')]);
    await client.send(new CreateScheduleCommand(oneTimeSchedule({ GroupName: 'campaigns' })));
    await client.send(new CreateScheduleCommand(oneTimeSchedule({ Name: 'default-group' })));
    await ensureSchedules(client, ['campaigns'], []);

    expect(scheduler.pending().count).toBe(2);
  });

  test.each([
    [
      'role',
      { roleArn: 'arn:aws:iam::000000000000:role/second' },
      { RoleArn: expect.stringMatching('second$') },
    ],
    ['input', { input: '{"x":1}' }, { Input: '{"x":1}' }],
    ['target', { targetArn: functionArn('Other') }, { Arn: functionArn('Other') }],
  ])('updates the %s of a schedule', async (_, changes, Target) => {
    const { client } = await startRecordingScheduler();
    await ensureSchedules(client, [], [everyMinute('Sweep')]);
    await ensureSchedules(client, [], [everyMinute('Sweep', changes)]);

    expect(await client.send(new GetScheduleCommand({ Name: 'Sweep' }))).toMatchObject({ Target });
  });
});
