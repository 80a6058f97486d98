// Parts that fauxqs 2.4.1 does not export. Its `startFauxqs` listens on every interface, returns queue URLs
// with a host name that needs DNS, and keeps the port of an earlier start in them. This module assembles the
// parts without these faults.
import { DatabaseSync } from 'node:sqlite';
import type { buildApp } from 'fauxqs';
import { PersistenceManager } from '../../../node_modules/fauxqs/dist/persistence.js';
import { FileS3Persistence } from '../../../node_modules/fauxqs/dist/s3/fileS3Persistence.js';
import { S3Store } from '../../../node_modules/fauxqs/dist/s3/s3Store.js';
import { SnsStore } from '../../../node_modules/fauxqs/dist/sns/snsStore.js';
import { type SqsQueue, SqsStore } from '../../../node_modules/fauxqs/dist/sqs/sqsStore.js';
import { FairMessages } from './fair-messages.ts';
import { isPortTaken, type LoopbackServer, loopbackHost, PortTaken, portOf } from './loopback.ts';
import { inTransaction } from './sqlite.ts';

/** fauxqs' persistence with two faults repaired: see the methods. */
class QueueFile extends PersistenceManager {
  readonly #database: DatabaseSync;
  readonly #releaseMessage: ReturnType<DatabaseSync['prepare']>;

  constructor(dataFolder: string) {
    super(dataFolder);
    const database: unknown = Reflect.get(this, 'db');
    if (!(database instanceof DatabaseSync)) {
      throw new Error(
        'This version of fauxqs keeps its database elsewhere; infra/local/engines needs 2.4.1.',
      );
    }
    // A commit must survive the death of this process, but not a power failure: no fsync per message.
    database.exec('PRAGMA synchronous = NORMAL');
    this.#database = database;
    this.#releaseMessage = database.prepare(
      'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?',
    );
  }

  /** fauxqs writes NULL into the receive count, which its own schema rejects: the message would be lost. */
  override updateMessageReady(messageId: string): void {
    this.#releaseMessage.run(messageId);
  }

  /**
   * Without a transaction, a kill between the delete from one queue and the insert into the dead-letter queue
   * loses the message.
   */
  inOneTransaction<Result>(work: () => Result): Result {
    return inTransaction(this.#database, work);
  }
}

/** Fields of a send request that this module reads. */
export interface SendInput {
  readonly Entries?: readonly SendInput[];
  readonly MessageGroupId?: string;
  MessageAttributes?: object;
}

class QueueStore extends SqsStore {
  readonly #file: QueueFile;
  /** The group of each message to send, which fauxqs drops on standard queues. The key is the attributes object, which it keeps. */
  readonly #groups = new WeakMap<object, string>();
  // Empty: queue URLs then use the Host header of the request, which has the loopback address and the current
  // port.
  override host = '';

  constructor(file: QueueFile) {
    super();
    this.#file = file;
  }

  override createQueue(...definition: Parameters<SqsStore['createQueue']>): SqsQueue {
    const queue = super.createQueue(...definition);
    const dequeue = queue.dequeue.bind(queue);
    queue.dequeue = (...request) => this.#file.inOneTransaction(() => dequeue(...request));
    if (!queue.isFifo()) this.#makeFair(queue);

    return queue;
  }

  /** Stores the message groups of a send request, before fauxqs handles it. */
  noteGroups(request: SendInput): void {
    for (const entry of request.Entries ?? [request]) {
      if (entry.MessageGroupId === undefined) continue;
      entry.MessageAttributes ??= {};
      this.#groups.set(entry.MessageAttributes, entry.MessageGroupId);
    }
  }

  /** Replaces the queue's list of waiting messages, and restores the group of each message that is added. */
  #makeFair(queue: SqsQueue): void {
    const inFlight = () =>
      Array.from(queue.inflightMessages.values(), ({ message }) => message.messageGroupId);
    let messages = new FairMessages(inFlight);
    // `purge` assigns an empty array.
    Object.defineProperty(queue, 'messages', {
      get: () => messages,
      set: () => {
        messages = new FairMessages(inFlight);
      },
    });
    const enqueue = queue.enqueue.bind(queue);
    queue.enqueue = (message) => {
      const group = this.#groups.get(message.messageAttributes);
      if (group !== undefined) message.messageGroupId = group;
      enqueue(message);
    };
  }
}

/**
 * Opens the queue stores of one data folder. `load` reads the state of earlier runs and gives the queues their current URLs.
 */
export function openQueueStores(dataFolder: string) {
  const file = new QueueFile(dataFolder);
  const sqsStore = new QueueStore(file);

  return {
    stores: { sqsStore, snsStore: new SnsStore(), s3Store: new S3Store() },
    load(baseUrl: string) {
      updateQueueUrls(dataFolder, baseUrl);
      // The service uses no SNS, so that store is discarded.
      file.loadSqsAndSns(sqsStore, new SnsStore());
      sqsStore.persistence = file;
      for (const queue of sqsStore.allQueues()) {
        queue.persistence = file;
      }
    },
    close: () => file.close(),
  };
}

/** Opens the store of one folder of S3 files, with the files of earlier runs. */
export function openFileStores(dataFolder: string) {
  const files = new FileS3Persistence(dataFolder);
  const s3Store = new S3Store();
  files.loadS3(s3Store);
  s3Store.persistence = files;

  return {
    stores: { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store },
    close: () => files.close(),
  };
}

/** Starts an app of fauxqs on the loopback address. @throws {PortTaken} */
export async function startApp(
  app: ReturnType<typeof buildApp>,
  engine: string,
  port = 0,
): Promise<LoopbackServer> {
  try {
    await app.listen({ host: loopbackHost, port });
  } catch (error) {
    await app.close();
    throw isPortTaken(error) ? new PortTaken(engine, port) : error;
  }

  return {
    endpoint: `http://${loopbackHost}:${portOf(app.server.address())}`,
    stop: async () => app.close(),
  };
}

function updateQueueUrls(dataFolder: string, baseUrl: string): void {
  const database = new DatabaseSync(`${dataFolder}/fauxqs.db`);
  database.prepare("UPDATE sqs_queues SET url = ? || '/000000000000/' || name").run(baseUrl);
  database.close();
}
