import { expect, it } from 'vitest';
import type { StageEntry } from '../../../infra/stage-entries.ts';
import { resourcesOf, settingsOf, synthesiseStage } from '../synthesised.ts';

const alarmTopicArn = 'arn:aws:sns:eu-central-1:111122223333:on-call';
const alarmsOf = (entry: StageEntry) => {
  const { api, service } = synthesiseStage('prod', settingsOf('prod', entry));
  const destinations = resourcesOf(service, 'AWS::CloudWatch::Alarm').map(({ properties }) => ({
    severity: /Severity: (\w+)/.exec(String(properties['AlarmDescription']))?.[1],
    action: JSON.stringify(properties['AlarmActions']),
  }));
  const actionsOf = (severity: string) => [
    ...new Set(destinations.filter((each) => each.severity === severity).map(({ action }) => action)),
  ];

  return {
    topics: resourcesOf(api, 'AWS::SNS::Topic').length,
    subscriptions: resourcesOf(api, 'AWS::SNS::Subscription').map(({ properties }) => properties['Endpoint']),
    pages: actionsOf('page'),
    tickets: actionsOf('ticket'),
  };
};

it('A stage has one topic for pages and one for tickets, without subscriptions', () => {
  const { topics, subscriptions, pages, tickets } = alarmsOf({});

  expect({ topics, subscriptions }).toEqual({ topics: 2, subscriptions: [] });
  // The topic has another reference in each of the stacks.
  for (const action of pages) expect(action).toContain('AlarmsTopic');
  for (const action of tickets) expect(action).toContain('AlarmsTickets');
});

it('alarmEmail subscribes an address to both', () => {
  const alarmEmail = 'on-call@example.com';

  expect(alarmsOf({ alarmEmail }).subscriptions).toEqual([alarmEmail, alarmEmail]);
});

it('alarmTopicArn replaces the topic for pages', () => {
  const { topics, pages } = alarmsOf({ alarmTopicArn });

  expect({ topics, pages }).toEqual({ topics: 1, pages: [JSON.stringify([alarmTopicArn])] });
});
