import { mentionsInSource, readHeader } from '#lib/inbox/header.ts';
import { parseMessage } from '#lib/inbox/parse-message.ts';
import { serveThread } from '#lib/runtime/thread-functions.ts';

const functions = { readHeader, mentionsInSource, parseMessage };
export type ParserFunctions = typeof functions;

serveThread(functions);
