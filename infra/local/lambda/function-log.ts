import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Log of all functions: one JSON object per line, for every format of output. */
export interface FunctionLog {
  /** Reads the lines of a function's output until the stream ends. */
  follow(operation: string, stream: Readable): void;
  /** Adds a line of the runtime, as Lambda does for timeouts and crashes. */
  report(operation: string, fields: Readonly<Record<string, unknown>>): void;
  close(): Promise<void>;
}

/** Appends to `file`; with `echo`, every line goes there as well. */
export function openFunctionLog(file: string, echo?: (line: string) => void): FunctionLog {
  const output = createWriteStream(file, { flags: 'a' });
  const write = (line: string) => {
    if (!output.writableEnded) output.write(`${line}\n`);
    echo?.(line);
  };

  return {
    follow: (operation, stream) => {
      createInterface({ input: stream }).on('line', (line) => {
        write(line.startsWith('{') ? line : JSON.stringify({ operation, text: line }));
      });
    },
    report: (operation, fields) => {
      write(JSON.stringify({ time: new Date().toISOString(), operation, ...fields }));
    },
    close: () => new Promise((resolve) => output.end(resolve)),
  };
}
