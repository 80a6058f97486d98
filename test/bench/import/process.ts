/** A process of the benchmark: a function's container, or a client of the engine alone. */

import { readFileSync } from 'node:fs';
import '../../support/logs.ts';
import type { TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb';
import { TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { NewContact } from '#lib/contacts/contact.ts';
import { importJobs } from '#lib/contacts/import/description.ts';
import { runPage } from '#lib/contacts/import/run-page.ts';
import { jobRunner } from '#lib/jobs/run.ts';
import { dynamoClient, services } from '#lib/runtime/services.ts';
import { newId } from '#lib/values/ids.ts';
import type { JobMessage } from '#lib/values/queues.ts';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { call } from '../../support/call.ts';
import { csvOf, personOf } from './file.ts';
import type { Outcome, Task } from './task.ts';

/** Concurrent transactions per process in the measurement of the engine; more are not faster. */
const concurrentTransactions = 8;

const recorded: TransactWriteItemsCommandInput[] = [];

async function accept({ apiKey, rows, domain }: Extract<Task, { kind: 'accept' }>): Promise<string> {
  const { status, body, text } = await call(importContacts, {
    method: 'POST',
    path: '/contacts/import',
    apiKey,
    headers: { 'Content-Type': 'text/csv' },
    body: csvOf(rows, domain),
  });
  if (status !== 202) throw new Error(`the import returned ${status}: ${text}`);

  return body.importId;
}

/** Messages that a worker sends to itself at the end of its time are processed immediately. */
async function work({ workspaceId, importId }: Extract<Task, { kind: 'work' }>): Promise<void> {
  const calls: JobMessage[] = [{ workspaceId, jobId: importId }];
  const jobs = {
    send: async (messages: readonly { message: JobMessage }[]) => {
      calls.push(...messages.map(({ message }) => message));
    },
  };
  for (const each of calls) await jobRunner([importJobs])({ ...services(), jobs }, each);
}

/** Prepares the transactions of an import without executing them. */
async function prepareEngineLoad({ rows, domain }: Extract<Task, { kind: 'prepare bound' }>): Promise<void> {
  const name = 'recordTransactions';
  dynamoClient().middlewareStack.add(
    (next) => async (args) => {
      if (!('TransactItems' in args.input)) return next(args);
      recorded.push(args.input as TransactWriteItemsCommandInput);

      return { output: { $metadata: {} }, response: {} };
    },
    { step: 'initialize', name },
  );
  const imported = Array.from({ length: rows }, (_, row) => {
    return { row, contact: NewContact.parse(personOf(row, domain)) };
  });
  const importId = newId('imp', Date.now());
  const page = {
    importId,
    page: 0,
    rows: imported,
    onDuplicate: 'skip',
    acceptedAt: '',
    isInline: false,
  } as const;
  await runPage(services(), newId('wsp', Date.now()), page);
  dynamoClient().middlewareStack.remove(name);
}

async function measureEngine(): Promise<void> {
  const open = recorded.splice(0).values();
  const lane = async () => {
    for (const input of open) await dynamoClient().send(new TransactWriteItemsCommand(input));
  };
  await Promise.all(Array.from({ length: concurrentTransactions }, lane));
}

async function runTask(task: Task): Promise<string | undefined> {
  switch (task.kind) {
    case 'accept':
      return accept(task);
    case 'work':
      await work(task);
      return undefined;
    case 'prepare bound':
      await prepareEngineLoad(task);
      return undefined;
    case 'bound':
      await measureEngine();
      return undefined;
  }
}

/** Of this program only: the peak of getrusage(2) includes the parent's memory before the fork. */
function readPeakMb(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}

process.on('message', async (task: Task) => {
  const begin = performance.now();
  const importId = await runTask(task);
  const seconds = (performance.now() - begin) / 1000;
  const peakMb = readPeakMb();
  process.send?.({ ...(importId !== undefined && { importId }), seconds, peakMb } satisfies Outcome);
});
process.once('disconnect', () => process.exit());
