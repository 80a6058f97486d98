import type { Draws } from './draws.ts';
import type { MessageFate, Refusal } from './smtp-server.ts';

type Phase = 'mail' | 'rcpt' | 'message';

interface Limit {
  readonly perHour: number;
  readonly phase: Phase;
  readonly reply: string;
}

interface Suspension {
  readonly afterMessages: number;
  readonly hours: number;
  readonly phase: Phase;
  readonly reply: string;
}

const hourMs = 3_600_000;

/** The faults of a mailbox's SMTP server. Each is an option, and may change at any time. */
export class SmtpFaults {
  /** The server closes each connection, or greets with 421. */
  unavailable: 'no' | 'closes' | 'greets with 421' = 'no';
  limit: Limit | undefined;
  suspension: Suspension | undefined;
  /** The connection ends after a message: an accepted one, a lost one, or either of both. */
  drops: 'nothing' | 'accepted' | 'lost' | 'either' = 'nothing';
  readonly #clock: () => number;
  readonly #draws: Draws;
  readonly #acceptedAt: number[] = [];
  #suspendedUntil = 0;

  constructor(clock: () => number, draws: Draws) {
    this.#clock = clock;
    this.#draws = draws;
  }

  /** Whether the server itself prevents sending now. */
  isActive(): boolean {
    return this.unavailable !== 'no' || this.drops !== 'nothing' || this.isSuspended() || this.#isAtLimit();
  }

  isSuspended(): boolean {
    return this.#clock() < this.#suspendedUntil;
  }

  /** The refusal of a limit or suspension in this phase. */
  refuse(phase: Phase): Refusal | undefined {
    if (this.isSuspended() && this.suspension?.phase === phase) return ofMailbox(this.suspension.reply);
    if (this.#isAtLimit() && this.limit?.phase === phase) return ofMailbox(this.limit.reply);

    return undefined;
  }

  receive(name: string): MessageFate {
    const refusal = this.refuse('message');
    if (refusal) return { kind: 'refuse', refusal };
    if (this.drops !== 'nothing') {
      const isAccepted =
        this.drops === 'accepted' || (this.drops === 'either' && this.#draws.happens(`drop ${name}`, 0.5));
      if (isAccepted) this.#count();

      return { kind: 'drop', isAccepted };
    }
    this.#count();

    return { kind: 'accept' };
  }

  #count(): void {
    const now = this.#clock();
    this.#acceptedAt.push(now);
    const { suspension } = this;
    if (suspension && this.#acceptedAt.length === suspension.afterMessages) {
      this.#suspendedUntil = now + suspension.hours * hourMs;
    }
  }

  #isAtLimit(): boolean {
    const since = this.#clock() - hourMs;

    return (
      this.limit !== undefined && this.#acceptedAt.filter((at) => at > since).length >= this.limit.perHour
    );
  }
}

const ofMailbox = (reply: string): Refusal => ({ reply, concerns: 'mailbox' });

/** Replies of providers. Sources: their help pages and public bug reports. */
export const limitReplies: readonly (readonly [Phase, string])[] = [
  // IONOS, GMX and WEB.DE.
  ['rcpt', '450-Requested mail action not taken: mailbox unavailable\r\n450 Mail send limit exceeded.\r\n'],
  // 163.com: http://help.163.com/09/1224/17/5RAJ4LMH00753VB8.html
  ['mail', '550 User frequency limited\r\n'],
  // QQ.
  ['message', '550 Domain frequency limited\r\n'],
  // Gmail: https://support.google.com/a/answer/3726730
  ['mail', '421 4.7.28 Our system has detected an unusual rate of unsolicited mail. Try again later.\r\n'],
  ['message', '550 Sender has exceeded the maximum number of emails for today\r\n'],
];

export const suspensionReplies: readonly (readonly [Phase, string])[] = [
  [
    'message',
    '554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; Failed to process message due to a permanent ' +
      'exception with message [BeginDiagnosticData]WASCL UserAction verdict is not None. Actual verdict is Suspend, ' +
      'ShowTierUpgrade. OutboundSpamException: WASCL UserAction verdict is not None.[EndDiagnosticData]\r\n',
  ],
  // iCloud.
  ['mail', '550 5.7.0 From address is not one of your addresses\r\n'],
  // Microsoft 365.
  [
    'message',
    '550 5.7.511 Access denied, banned sender[192.0.2.1]. To request removal from this list, contact us.\r\n',
  ],
  // Fastmail.
  ['message', '551 5.7.1 Not authorised to send from this header address\r\n'],
];
