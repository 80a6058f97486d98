import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { ConnectionFailure, type FailureCode } from '#lib/network/connection-failure.ts';
import type { ConversationBudget } from '#lib/network/conversation-budget.ts';
import { chargeProcessorTime, type ProcessorTimePayer } from '#lib/network/processor-time.ts';
import { type Stopwatch, startStopwatch } from '#lib/network/stopwatch.ts';

type WriteCallback = (error?: Error | null) => void;

/**
 * A connected socket with a budget. Libraries use it in place of the socket, and TLS runs on top of it, so bytes are counted
 * before any code reads them. When the budget is exceeded, the connection is destroyed and `failure` is `timeout` or
 * `too_large`.
 */
export class BudgetedSocket extends Duplex implements ProcessorTimePayer {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly #socket: Socket;
  readonly #stopwatch: Stopwatch;
  #failure: FailureCode | undefined;
  #received = 0;
  #remainingBytes: number;
  #remainingProcessorMs: number;

  constructor(socket: Socket, { bytes, timeMs, processorMs }: ConversationBudget) {
    // This stream ends when the underlying socket ends, not earlier.
    super({ autoDestroy: false });
    this.remoteAddress = socket.remoteAddress;
    this.remotePort = socket.remotePort;
    this.#socket = socket;
    this.#remainingBytes = bytes;
    this.#remainingProcessorMs = processorMs;
    this.#stopwatch = startStopwatch(timeMs, () => this.fail('timeout'));
    socket
      .on('data', (chunk: Buffer) => this.#receive(chunk))
      .on('end', () => this.push(null))
      .on('timeout', () => this.emit('timeout'))
      .on('error', (error) => this.destroy(error))
      .on('close', () => this.#end())
      .pause();
    // A connection may fail while there is no listener; an unhandled error event would end the process.
    this.on('error', () => undefined);
  }

  /** Why this side ended the conversation. Libraries change or hide the errors that they receive. */
  get failure(): FailureCode | undefined {
    return this.#failure;
  }

  /** Ends the conversation from this side. A failure after the end changes nothing. */
  fail(code: FailureCode): void {
    if (!this.destroyed) this.#failure = code;
    this.destroy(new ConnectionFailure(code));
  }

  /** Bytes received since the connection was opened. */
  get received(): number {
    return this.#received;
  }

  /**
   * Sets the number of bytes that the server may send from now on: the size of the expected response. Unused bytes are not
   * carried over, so they cannot accumulate for one large response.
   */
  allow(bytes: number): void {
    this.#remainingBytes = bytes;
  }

  /** Called by `chargeProcessorTime` at the end of an event-loop turn. Data that takes too long to process is `too_large`. */
  charge(processorMs: number): void {
    this.#remainingProcessorMs -= processorMs;
    if (this.#remainingProcessorMs < 0) this.fail('too_large');
  }

  #receive(chunk: Buffer): void {
    this.#received += chunk.length;
    this.#remainingBytes -= chunk.length;
    if (this.#remainingBytes < 0) {
      this.fail('too_large');
    } else if (!this.destroyed) {
      chargeProcessorTime(this);
      if (!this.push(chunk)) this.#socket.pause();
    }
  }

  /** Destroys this stream only after the reader has consumed the bytes that arrived before the end. */
  #end(): void {
    if (this.readableLength === 0) this.destroy();
    else this.once('end', () => this.destroy());
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, callback: WriteCallback): void {
    this.#socket.write(chunk, encoding, callback);
  }

  /** Joins chunks that were written together, so that they are sent in one packet. */
  override _writev(chunks: { chunk: Buffer }[], callback: WriteCallback): void {
    this.#socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), callback);
  }

  override _final(callback: WriteCallback): void {
    // The socket may already have ended because the other side closed it.
    this.#socket.end(() => callback());
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#stopwatch.stop();
    this.#socket.destroy();
    callback(error);
  }

  /** For libraries that require the type `net.Socket` and use only the members of this class. */
  asSocket(): Socket {
    return this as unknown as Socket;
  }

  setTimeout(timeoutMs: number, callback?: () => void): this {
    this.#socket.setTimeout(timeoutMs);
    if (callback) this.once('timeout', callback);

    return this;
  }

  setKeepAlive(...options: Parameters<Socket['setKeepAlive']>): this {
    this.#socket.setKeepAlive(...options);

    return this;
  }

  setNoDelay(noDelay?: boolean): this {
    this.#socket.setNoDelay(noDelay);

    return this;
  }
}
