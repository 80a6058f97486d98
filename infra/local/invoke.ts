import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { describeStartFailure, StartError } from './start-error.ts';
import { readJsonFile } from './state/json-file.ts';

const usage = [
  'npm run invoke -- <operation> [file] [--id <id>]…',
  'Sends events/http/<operation>.json through the API, or events/sqs/<operation>.json to its queue.',
  '--id takes the place of the id in the sample’s path, a second one that of the next. --state <folder> names a stack that is not in .local.',
].join('\n');

const Ready = z.object({
  baseUrl: z.string(),
  apiKey: z.string(),
  dashboard: z.object({ email: z.string(), password: z.string() }),
  environment: z.record(z.string(), z.string()),
});
type Ready = z.infer<typeof Ready>;

const HttpSample = z.object({
  httpMethod: z.string(),
  resource: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  queryStringParameters: z.nullable(z.record(z.string(), z.string())),
  body: z.nullable(z.string()),
  isBase64Encoded: z.boolean(),
});

const SqsSample = z.object({
  Records: z.array(z.object({ body: z.string(), eventSourceARN: z.string() })),
});

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { state: { type: 'string', default: '.local' }, id: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const [operation, file] = positionals;
  if (operation === undefined) throw new StartError(usage);
  const ready = Ready.safeParse(readJsonFile(join(values.state, 'ready.json')));
  if (!ready.success) throw new StartError(`No local stack has started with its state in ${values.state}.`);

  const samples =
    file === undefined ? ['http', 'sqs'].map((kind) => `events/${kind}/${operation}.json`) : [file];
  const sample = samples.map(readJsonFile).find((content) => content !== undefined);
  const http = HttpSample.safeParse(sample);
  const sqs = SqsSample.safeParse(sample);
  if (http.success) process.stdout.write(await sendRequest(ready.data, http.data, values.id));
  else if (sqs.success) process.stdout.write(await sendMessages(ready.data, sqs.data));
  else
    throw new StartError(
      `No sample of an HTTP request or of SQS messages in ${samples.join(' or ')}.\n${usage}`,
    );
}

/** As the local stack's own caller, by the kind of credential that the sample has. */
async function sendRequest(
  ready: Ready,
  sample: z.infer<typeof HttpSample>,
  ids: readonly string[] | undefined,
): Promise<string> {
  const { baseUrl } = ready;
  const path =
    ids?.reduce((filled, id) => filled.replace(/\{\w+\}/, encodeURIComponent(id)), sample.resource) ??
    sample.path;
  const query = new URLSearchParams(sample.queryStringParameters ?? {}).toString();
  const contentType = sample.headers['Content-Type'];
  const response = await fetch(`${baseUrl}${path}${query === '' ? '' : `?${query}`}`, {
    method: sample.httpMethod,
    headers: {
      ...(sample.headers['Authorization'] !== undefined && { Authorization: `Bearer ${ready.apiKey}` }),
      ...(sample.headers['Cookie'] !== undefined && { Cookie: await logIn(ready) }),
      ...(contentType !== undefined && { 'Content-Type': contentType }),
    },
    body: sample.body === null ? null : Buffer.from(sample.body, sample.isBase64Encoded ? 'base64' : 'utf8'),
  });

  return `${response.status} ${response.statusText}\n${await response.text()}\n`;
}

async function logIn({ baseUrl, dashboard: { email, password } }: Ready): Promise<string> {
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** The function reads them from its queue, like any other; what it does stands in the stack's log. */
async function sendMessages({ environment }: Ready, { Records }: z.infer<typeof SqsSample>): Promise<string> {
  Object.assign(process.env, environment);
  const client = new SQSClient({});
  for (const { body, eventSourceARN } of Records) {
    const queue = eventSourceARN.slice(eventSourceARN.lastIndexOf('-') + 1);
    const QueueUrl = environment[`${queue.toUpperCase()}_QUEUE_URL`];
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
  }

  return `${Records.length} message(s) sent\n`;
}

await main().catch((error: unknown) => {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exitCode = 1;
});
