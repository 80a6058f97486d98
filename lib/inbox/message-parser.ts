import type { MessageHeader } from '#lib/inbox/header.ts';
import type { ParsedMessage } from '#lib/inbox/parse-message.ts';
import type { ParserFunctions } from '#lib/inbox/parser-thread.ts';
import type { MessageMention } from '#lib/mail/message-id.ts';
import { createBoundedThread, ThreadStopped } from '#lib/runtime/bounded-thread.ts';

/** Reads received messages. @throws ThreadStopped from each call for a message that needs too much time or memory */
export interface MessageParser {
  /** True after too many calls that exceeded a limit. Then only messages with a proof in their header may be parsed. */
  isStrict(): boolean;
  readHeader(header: Buffer): Promise<MessageHeader>;
  /** Finds our messages that a source names. Unverified. */
  findMentions(source: Buffer): Promise<MessageMention[]>;
  /** @returns undefined if the message is not relevant */
  parseMessage(source: Buffer): Promise<ParsedMessage | undefined>;
}

/** Limit of the thread's heap. Each of 2,000 mutated messages needs less (`npm run test:corpus`). */
const heapMb = 64;
/**
 * Time limit of a call. The slowest mutated message needs less than 250 ms of a whole processor. A function with 512 MB has 0.29
 * of it: https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
 */
const limitMs = 3000;
/** Calls of one read that may exceed a limit before the parser becomes strict. */
const stopsMax = 5;

/** Bundling puts the module into the folder of each function that names it: `infra/bundle/threads.ts`. */
const parserThread = new URL(
  import.meta.url.endsWith('.ts') ? './parser-thread.ts' : './parser-thread.mjs',
  import.meta.url,
);

const callThread = createBoundedThread<ParserFunctions>(parserThread, heapMb);

/** Creates the parser for one read of an inbox. All parsers share one thread. */
export function createMessageParser(): MessageParser {
  let stops = 0;
  const countStop = (error: unknown): never => {
    if (error instanceof ThreadStopped) stops += 1;
    throw error;
  };

  return {
    isStrict: () => stops >= stopsMax,
    readHeader: (header) => callThread('readHeader', header, limitMs).catch(countStop),
    findMentions: (source) => callThread('mentionsInSource', source, limitMs).catch(countStop),
    parseMessage: (source) => callThread('parseMessage', source, limitMs).catch(countStop),
  };
}
