import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { routedEndpoints, workers } from '#lib/operations.ts';
import { createProgram, runProgram } from '../command-line/program.ts';
import { stateOption } from '../command-line/state-option.ts';
import { UserError } from '../command-line/user-error.ts';
import { findRunningStack, type RunningStack } from './running-stack.ts';
import { readJsonFile } from './state/json-file.ts';

const about = `Sends events/http/<operation>.json through the API, or events/sqs/<operation>.json to its queue.
Ends with status 1 when the answer is an error.`;

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

interface Options {
  readonly id?: readonly string[];
  readonly state: string;
}

const program = createProgram('npm run invoke --', about)
  .argument('<operation>', 'such as contacts.create')
  .argument('[file]', 'another sample')
  .option('--id <id...>', 'replaces the ids in the path of the sample, in their order')
  .option(...stateOption)
  .action(invoke);

async function invoke(operation: string, file: string | undefined, options: Options): Promise<void> {
  const stack = await findRunningStack(options.state);
  const sampleFiles =
    file === undefined ? ['http', 'sqs'].map((kind) => `events/${kind}/${operation}.json`) : [file];
  const sample = sampleFiles
    .map((each) => readJsonFile(each, z.unknown()))
    .find((content) => content !== undefined);
  const http = HttpSample.safeParse(sample);
  const sqs = SqsSample.safeParse(sample);
  requireOperation(operation, http.data);
  if (options.id) requireIdCount(options.id, http.data?.resource ?? '');
  if (http.success) await sendRequest(stack, http.data, options.id);
  else if (sqs.success) process.stdout.write(await sendMessages(stack, sqs.data));
  else
    throw new UserError(
      `There is no sample of an HTTP request or of SQS messages in ${sampleFiles.join(' or ')}. List the samples with: ls events/http events/sqs`,
    );
}

/** @throws UserError when no operation has this name, or when the sample is a request of another operation */
function requireOperation(operation: string, request: z.infer<typeof HttpSample> | undefined): void {
  if (![...routedEndpoints, ...workers].some(({ name }) => name === operation)) {
    throw new UserError(
      `There is no operation ${operation}. List the samples with: ls events/http events/sqs`,
    );
  }
  if (request === undefined) return;
  const { httpMethod, resource } = request;
  const matchingOperation = routedEndpoints.find(
    ({ definition: { method, path } }) => method === httpMethod && path === resource,
  )?.name;
  if (matchingOperation !== operation) {
    throw new UserError(
      `The sample is a request of ${matchingOperation ?? 'no operation'}, not of ${operation}: ${httpMethod} ${resource}`,
    );
  }
}

/** @throws UserError if the path has another number of ids */
function requireIdCount(ids: readonly string[], resource: string): void {
  const count = resource.split('{').length - 1;
  if (ids.length !== count)
    throw new UserError(`The path of the sample has ${count} id(s), and --id has ${ids.length}.`);
}

/** Sends the request as the local stack's caller, with the credential type of the sample. */
async function sendRequest(
  stack: RunningStack,
  sample: z.infer<typeof HttpSample>,
  ids: readonly string[] | undefined,
): Promise<void> {
  const path =
    ids?.reduce((filled, id) => filled.replace(/\{\w+\}/, encodeURIComponent(id)), sample.resource) ??
    sample.path;
  const query = new URLSearchParams(sample.queryStringParameters ?? {}).toString();
  const contentType = sample.headers['Content-Type'];
  const response = await fetch(`${stack.baseUrl}${path}${query === '' ? '' : `?${query}`}`, {
    method: sample.httpMethod,
    headers: {
      ...(sample.headers['Authorization'] !== undefined && { Authorization: `Bearer ${stack.apiKey}` }),
      ...(sample.headers['Cookie'] !== undefined && { Cookie: await logIn(stack) }),
      ...(contentType !== undefined && { 'Content-Type': contentType }),
    },
    body: sample.body === null ? null : Buffer.from(sample.body, sample.isBase64Encoded ? 'base64' : 'utf8'),
  });

  process.stdout.write(`${response.status} ${response.statusText}\n${await response.text()}\n`);
  if (response.ok) return;
  process.exitCode = 1;
  if (response.status === 404 && sample.resource.includes('{') && ids === undefined) {
    process.stderr.write('The sample has an example id. Use your own with --id <id>.\n');
  }
}

async function logIn({ baseUrl, dashboard: { email, password } }: RunningStack): Promise<string> {
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** The function consumes the messages from its queue; its output is in the stack's log. */
async function sendMessages(
  { environment }: RunningStack,
  { Records }: z.infer<typeof SqsSample>,
): Promise<string> {
  // The SDK reads endpoint, region and credentials from these variables.
  Object.assign(process.env, environment);
  const client = new SQSClient({});
  for (const { body, eventSourceARN } of Records) {
    // `outreach-ticks` is the queue of `TICKS_QUEUE_URL`.
    const queue = eventSourceARN.slice(eventSourceARN.lastIndexOf('-') + 1);
    const QueueUrl = environment[`${queue.toUpperCase()}_QUEUE_URL`];
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
  }

  return `${Records.length} message(s) sent. The sample has example ids: the function fails if their items do not exist.\nSee it with: npm start -- --verbose\n`;
}

await runProgram(program);
