interface Grant {
  readonly action: string;
  readonly on: string;
  /** Position in the list. */
  readonly rank: number;
}

/** Groups of actions, by their common name. */
const actionGroups: Readonly<Record<string, readonly string[]>> = {
  receive: ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'],
  send: ['SendMessage'],
  listen: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'],
  manage: ['CreateSchedule', 'DeleteSchedule', 'UpdateSchedule'],
  seal: ['Decrypt', 'GenerateDataKey'],
  sign: ['GenerateMac'],
};

export const legend = Object.entries(actionGroups).map(
  ([word, actions]) => `- *${word}*: ${actions.join(', ')}`,
);

const resourceNames: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^<.*TableStreamArn>$/, 'stream'],
  [/^<.*SecretsKeyArn>$/, 'key'],
  [/^<.*SigningKeyArn>$/, 'signing key'],
  [/^<.*ExportsBucketArn>\/\*$/, 'exported files'],
  [/^<.*ExportsBucketArn>$/, 'bucket of exports'],
  [/^<.*DeadLettersQueue\.Arn>$/, 'dead letters'],
  [/^<(\w+)Queue\.Arn>$/, 'queue $1'],
  [/^<(\w+)Schedules(?:Role)\.Arn>$/, 'role of the $1 schedules'],
  [/^arn:\S+:schedule\/<(\w+)SchedulesGroup>\/\*$/, '$1 schedules'],
];

/**
 * The permissions of a role, in short form: `key: seal; queue ticks: send`. The summary omits the function's log, which each
 * function may write, and the table: see `access-page.ts`.
 */
export function describeGrants(lines: ReadonlySet<string>): string {
  const grants = [...lines]
    .filter((line) => !/^logs:|TableArn>/.test(line))
    .map(readGrant)
    .toSorted((one, other) => one.rank - other.rank);
  const byPlace = Map.groupBy(grants, ({ on }) => on);
  const described = [...byPlace].map(([on, those]) => ({ on, may: summariseActions(those) }));
  const resourcesByActions = Map.groupBy(described, ({ may }) => may);

  return [...resourcesByActions]
    .map(([may, those]) => `${those.map(({ on }) => on).join(', ')}: ${may}`)
    .join('; ');
}

/** `action resource [if operator key value]`, the format of `grantsOf`. */
function readGrant(line: string): Grant {
  const [, action = '', resource = ''] = /^\w+:(\S+) (\S+)/.exec(line) ?? [];
  const rank = resourceNames.findIndex(([pattern]) => pattern.test(resource));
  const resourceName = resourceNames[rank];
  const on = resourceName === undefined ? resource : resource.replace(...resourceName).toLowerCase();

  return { action, on, rank };
}

function summariseActions(grants: readonly Grant[]): string {
  const remaining = new Set(grants.map(({ action }) => action));
  const found = Object.entries(actionGroups).flatMap(([word, actions]) => {
    if (!actions.every((action) => remaining.has(action))) return [];
    for (const action of actions) remaining.delete(action);

    return word;
  });

  return [...found, ...[...remaining].toSorted()].join(', ');
}
