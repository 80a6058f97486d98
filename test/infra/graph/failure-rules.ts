import * as z from 'zod/mini';
import type { Rule } from './resource-graph.ts';

const Redrive = z.object({ deadLetterTargetArn: z.unknown() });
const Environment = z.object({ Variables: z.record(z.string(), z.unknown()) });

/** The sweeper counts dead letters for one alarm. A queue that it does not count would fill up unnoticed. */
export const deadLettersAreCounted: Rule = (graph) => {
  const counted = graph.ofType('AWS::Lambda::Function').map(({ properties }) => {
    const { data } = Environment.safeParse(properties['Environment']);

    return JSON.stringify(data?.Variables['DEAD_LETTER_QUEUE_URLS'] ?? '');
  });
  const sources = [
    ...graph.ofType('AWS::SQS::Queue').map(({ properties }) => properties['RedrivePolicy']),
    ...graph.ofType('AWS::Lambda::EventSourceMapping').map(({ properties }) => ({
      deadLetterTargetArn: Object(properties['DestinationConfig']).OnFailure?.Destination,
    })),
  ];
  const queues = sources.flatMap(
    (source) => graph.target(Redrive.safeParse(source).data?.deadLetterTargetArn) ?? [],
  );

  return queues.flatMap(({ id }) =>
    counted.some((urls) => urls.includes(`"${id}"`)) ? [] : [`no metric counts the messages of ${id}`],
  );
};

/** Functions without a waiting caller: nothing else shows their failures, and messages that their consumer returns. */
export const failuresAreCounted: Rule = (graph) => {
  const alarms = graph
    .ofType('AWS::CloudWatch::Alarm')
    .map(({ properties }) => JSON.stringify(properties['Metrics'] ?? ''));
  const isWatched = (id: string, metric: string) =>
    alarms.some((text) => text.includes(`"${id}"`) && text.includes(`"MetricName":"${metric}"`));
  const queueConsumers = graph
    .ofType('AWS::Lambda::EventSourceMapping')
    .filter(({ properties }) => graph.target(properties['EventSourceArn'])?.type === 'AWS::SQS::Queue');
  const targetsOf = (references: unknown[]) =>
    references.flatMap((reference) => graph.target(reference)?.id ?? []);
  const consumers = targetsOf(queueConsumers.map(({ properties }) => properties['FunctionName']));
  const workers = targetsOf([
    ...graph.ofType('AWS::Lambda::EventSourceMapping').map(({ properties }) => properties['FunctionName']),
    ...graph.ofType('AWS::Scheduler::Schedule').map(({ properties }) => Object(properties['Target']).Arn),
  ]);

  return [
    ...workers.flatMap((id) => (isWatched(id, 'Errors') ? [] : [`no alarm watches the failures of ${id}`])),
    ...consumers.flatMap((id) =>
      isWatched(id, 'MessagesFailed') ? [] : [`no alarm watches the messages that ${id} returns`],
    ),
  ];
};
