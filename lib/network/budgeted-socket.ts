import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { ConnectionFailure, type FailureCode } from '#lib/network/connection-failure.ts';
import type { ConversationBudget } from '#lib/network/conversation-budget.ts';
import { type Payer, payForTurn } from '#lib/network/processor-time.ts';

type WriteCallback = (error?: Error | null) => void;

/**
 * A connected socket that keeps within a budget. Libraries get this in place of the socket, and TLS runs on top of it: the
 * bytes are counted before any code reads them. Beyond the budget the connection is destroyed, and `failure` is `timeout` or
 * `too_large`.
 */
export class BudgetedSocket extends Duplex implements Payer {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly #socket: Socket;
  readonly #timer: NodeJS.Timeout;
  #failure: FailureCode | undefined;
  #received = 0;
  #bytes: number;
  #processorMs: number;

  constructor(socket: Socket, { bytes, timeMs, processorMs }: ConversationBudget) {
    // The connection ends when the socket below it does, not earlier.
    super({ autoDestroy: false });
    this.remoteAddress = socket.remoteAddress;
    this.remotePort = socket.remotePort;
    this.#socket = socket;
    this.#bytes = bytes;
    this.#processorMs = processorMs;
    this.#timer = setTimeout(() => this.fail('timeout'), timeMs);
    socket
      .on('data', (chunk: Buffer) => this.#receive(chunk))
      .on('end', () => this.push(null))
      .on('timeout', () => this.emit('timeout'))
      .on('error', (error) => this.destroy(error))
      .on('close', () => this.#end())
      .pause();
    // A connection may fail while nothing listens: an unhandled error would end the process.
    this.on('error', () => undefined);
  }

  /** Why the conversation was ended on this side. Libraries change the errors that they get, and some of them hide them. */
  get failure(): FailureCode | undefined {
    return this.#failure;
  }

  fail(code: FailureCode): void {
    if (!this.destroyed) this.#failure = code;
    this.destroy(new ConnectionFailure(code));
  }

  /** All bytes so far. */
  get received(): number {
    return this.#received;
  }

  /**
   * From now on the server may send this many bytes: as many as it has just been asked for. An allowance that it did not
   * use ends with that, so it cannot be saved up for one large answer.
   */
  allow(bytes: number): void {
    this.#bytes = bytes;
  }

  charge(processorMs: number): void {
    this.#processorMs -= processorMs;
    if (this.#processorMs < 0) this.fail('too_large');
  }

  #receive(chunk: Buffer): void {
    this.#received += chunk.length;
    this.#bytes -= chunk.length;
    if (this.#bytes < 0) {
      this.fail('too_large');
    } else if (!this.destroyed) {
      payForTurn(this);
      if (!this.push(chunk)) this.#socket.pause();
    }
  }

  /** Bytes that arrived before the end are read first. */
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

  /** Chunks that were written together leave together: a request in one packet, not in two. */
  override _writev(chunks: { chunk: Buffer }[], callback: WriteCallback): void {
    this.#socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), callback);
  }

  override _final(callback: WriteCallback): void {
    // It may have ended by itself, together with the other side.
    this.#socket.end(() => callback());
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearTimeout(this.#timer);
    this.#socket.destroy();
    callback(error);
  }

  /** For libraries whose types expect a `net.Socket`; they use no more of it than is here. */
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
