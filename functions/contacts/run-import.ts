import { runImport } from '#lib/contacts/import/run-import.ts';
import { contactWorkers, type ImportMessage } from '#lib/contacts/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(contactWorkers.runImport, runImport, {
  imports: () => sqsQueue<ImportMessage>('imports'),
});
