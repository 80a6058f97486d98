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

/** Functions without a waiting caller: their failures are visible only in their logs. */
export const failuresAreCounted: Rule = (graph) => {
  const filters = graph.ofType('AWS::Logs::MetricFilter').map(({ properties }) => ({
    log: graph.target(properties['LogGroupName'])?.id,
    pattern: String(properties['FilterPattern']),
  }));
  const workers = [
    ...graph.ofType('AWS::Lambda::EventSourceMapping').map(({ properties }) => properties['FunctionName']),
    ...graph.ofType('AWS::Scheduler::Schedule').map(({ properties }) => Object(properties['Target']).Arn),
  ].flatMap((reference) => graph.target(reference) ?? []);

  return workers.flatMap(({ id, properties }) => {
    const log = graph.target(Object(properties['LoggingConfig']).LogGroup)?.id;
    const isCounted = filters.some(
      (filter) => filter.log === log && filter.pattern.includes('platform.report'),
    );

    return isCounted ? [] : [`no metric counts the failed invocations of ${id}`];
  });
};
