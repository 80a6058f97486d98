import {
  ConflictException,
  CreateScheduleCommand,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  ResourceNotFoundException,
  UpdateScheduleCommand,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import { expect, test } from 'vitest';
import { atSeconds, oneTimeSchedule, queueArn, startRecordingScheduler } from './scheduler-support.ts';

test('a created schedule is read back completely, with the service’s defaults', async () => {
  const { client } = await startRecordingScheduler();
  const input = oneTimeSchedule();
  const { ScheduleArn } = await client.send(new CreateScheduleCommand(input));

  const read = await client.send(new GetScheduleCommand({ Name: 'tick' }));

  expect(ScheduleArn).toBe('arn:aws:scheduler:eu-west-1:000000000000:schedule/default/tick');
  expect(read).toMatchObject({
    ...input,
    Arn: ScheduleArn,
    GroupName: 'default',
    ActionAfterCompletion: 'NONE',
  });
  expect(read.CreationDate).toBeInstanceOf(Date);
});

test('an update replaces all fields; omitted fields get their defaults', async () => {
  const { client } = await startRecordingScheduler();
  await client.send(new CreateScheduleCommand(oneTimeSchedule({ ActionAfterCompletion: 'DELETE' })));
  const ScheduleExpression = atSeconds(3600);
  await client.send(new UpdateScheduleCommand(oneTimeSchedule({ ScheduleExpression })));

  const read = await client.send(new GetScheduleCommand({ Name: 'tick' }));

  expect(read).toMatchObject({ ScheduleExpression, ActionAfterCompletion: 'NONE' });
});

test('a missing schedule or group is a ResourceNotFoundException', async () => {
  const { client } = await startRecordingScheduler();
  const calls = [
    client.send(new GetScheduleCommand({ Name: 'tick' })),
    client.send(new UpdateScheduleCommand(oneTimeSchedule())),
    client.send(new DeleteScheduleCommand({ Name: 'tick' })),
    client.send(new CreateScheduleCommand(oneTimeSchedule({ GroupName: 'nowhere' }))),
  ];

  for (const call of calls) {
    await expect(call).rejects.toBeInstanceOf(ResourceNotFoundException);
  }
});

test('a second schedule or group of the same name is a ConflictException', async () => {
  const { client } = await startRecordingScheduler();
  await client.send(new CreateScheduleGroupCommand({ Name: 'campaigns' }));
  await client.send(new CreateScheduleCommand(oneTimeSchedule({ GroupName: 'campaigns' })));
  await client.send(new CreateScheduleCommand(oneTimeSchedule()));

  await expect(client.send(new CreateScheduleCommand(oneTimeSchedule()))).rejects.toBeInstanceOf(
    ConflictException,
  );
  await expect(client.send(new CreateScheduleGroupCommand({ Name: 'campaigns' }))).rejects.toBeInstanceOf(
    ConflictException,
  );
});

test.each([
  ['an unknown expression', { ScheduleExpression: 'at(tomorrow)' }],
  ['cron, which the engine does not support', { ScheduleExpression: 'cron(0 9 * * ? *)' }],
  ['a time zone, which the engine does not support', { ScheduleExpressionTimezone: 'Europe/Berlin' }],
  ['a start date, which the engine does not support', { StartDate: new Date() }],
  ['a flexible window', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' as const, MaximumWindowInMinutes: 5 } }],
  ['a name with a space', { Name: 'two words' }],
  ['a name of 65 characters', { Name: 'n'.repeat(65) }],
  ['a target without a role', { Target: { Arn: queueArn, RoleArn: '' } }],
])('%s is a ValidationException', async (_case, changes) => {
  const { client } = await startRecordingScheduler();

  await expect(client.send(new CreateScheduleCommand(oneTimeSchedule(changes)))).rejects.toBeInstanceOf(
    ValidationException,
  );
});

test('a repeated ClientToken returns the first response; with another request it is a ConflictException', async () => {
  const { client } = await startRecordingScheduler();
  const ClientToken = 'once';
  const input = oneTimeSchedule({ ClientToken });
  const first = await client.send(new CreateScheduleCommand(input));
  const again = await client.send(new CreateScheduleCommand(input));
  const other = client.send(new CreateScheduleCommand(oneTimeSchedule({ ClientToken, Name: 'other' })));

  expect(again.ScheduleArn).toBe(first.ScheduleArn);
  await expect(other).rejects.toBeInstanceOf(ConflictException);
  const deletion = { Name: 'tick', ClientToken: 'delete once' };
  await client.send(new DeleteScheduleCommand(deletion));
  await client.send(new DeleteScheduleCommand(deletion));
});

test('lists are filtered and paged without missing or repeating a schedule', async () => {
  const { client } = await startRecordingScheduler();
  await client.send(new CreateScheduleGroupCommand({ Name: 'campaigns' }));
  for (const Name of ['a1', 'a2', 'a3', 'b1']) {
    await client.send(new CreateScheduleCommand(oneTimeSchedule({ Name, GroupName: 'campaigns' })));
  }
  await client.send(new CreateScheduleCommand(oneTimeSchedule({ Name: 'a4' })));
  const namesOf = async (filter: object) =>
    (await client.send(new ListSchedulesCommand(filter))).Schedules?.map(({ Name }) => Name);

  const one = await client.send(new ListSchedulesCommand({ NamePrefix: 'a', MaxResults: 2 }));
  const two = await client.send(new ListSchedulesCommand({ NamePrefix: 'a', NextToken: one.NextToken }));
  const names = [...(one.Schedules ?? []), ...(two.Schedules ?? [])].map(({ Name }) => Name);

  expect(names.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4']);
  expect(two.NextToken).toBeUndefined();
  expect(await namesOf({ GroupName: 'campaigns' })).toEqual(['a1', 'a2', 'a3', 'b1']);
});
