interface Grant {
  readonly action: string;
  readonly on: string;
  /** Position in the list. */
  readonly rank: number;
}

/** Groups of actions, by their common name. */
const words: Readonly<Record<string, readonly string[]>> = {
  read: ['BatchGetItem', 'Query'],
  write: ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'],
  receive: ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'],
  send: ['SendMessage'],
  listen: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'],
  manage: ['CreateSchedule', 'DeleteSchedule', 'UpdateSchedule'],
  seal: ['Decrypt', 'GenerateDataKey'],
  sign: ['GenerateMac'],
};

export const legend = Object.entries(words).map(([word, actions]) => `- *${word}*: ${actions.join(', ')}`);

const places: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^<.*TableArn>$/, 'table'],
  [/^<.*TableArn>\/index\/.*$/, 'indexes'],
  [/^<.*TableStreamArn>$/, 'stream'],
  [/^<.*SecretsKeyArn>$/, 'key'],
  [/^<.*SigningKeyArn>$/, 'signing key'],
  [/^<.*DeadLettersQueue\.Arn>$/, 'dead letters'],
  [/^<(\w+)Queue\.Arn>$/, 'queue $1'],
  [/^<(\w+)Schedules(?:Role)\.Arn>$/, 'role of the $1 schedules'],
  [/^arn:\S+:schedule\/<(\w+)SchedulesGroup>\/\*$/, '$1 schedules'],
];

/**
 * The permissions of a role, in short form: `table: read, write; queue ticks: send`. Every function may write
 * its own log, so that is left out.
 */
export function describeGrants(lines: ReadonlySet<string>): string {
  const grants = [...lines]
    .filter((line) => !line.startsWith('logs:'))
    .map(readGrant)
    .toSorted((one, other) => one.rank - other.rank);
  const byPlace = Map.groupBy(grants, ({ on }) => on);
  const described = [...byPlace].map(([on, those]) => ({ on, may: inWords(those) }));
  const byMay = Map.groupBy(described, ({ may }) => may);

  return [...byMay].map(([may, those]) => `${those.map(({ on }) => on).join(', ')}: ${may}`).join('; ');
}

/** `action resource [if operator key value]`, the format of `grantsOf`. */
function readGrant(line: string): Grant {
  const [, action = '', resource = '', condition = ''] = /^\w+:(\S+) (\S+)(?: if (.*))?$/.exec(line) ?? [];
  const rank = places.findIndex(([pattern]) => pattern.test(resource));
  const place = places[rank];
  const name = place === undefined ? resource : resource.replace(...place).toLowerCase();
  const keys = /LeadingKeys (\S+)$/.exec(condition)?.[1];

  return { action, on: keys === undefined ? name : `${name} ${keys.replaceAll(',', ' ')}`, rank };
}

function inWords(grants: readonly Grant[]): string {
  const left = new Set(grants.map(({ action }) => action));
  const found = Object.entries(words).flatMap(([word, actions]) => {
    if (!actions.every((action) => left.has(action))) return [];
    for (const action of actions) left.delete(action);

    return word;
  });

  return [...found, ...[...left].toSorted()].join(', ');
}
