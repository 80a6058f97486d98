import type { Draws } from './draws.ts';
import { ImapFaults, type RunningServer, startImapServer } from './imap-server.ts';
import type { Journal, TransmittedEmail } from './journal.ts';
import { type Layout, Mailbox } from './mailbox.ts';
import { readSentEmail, type SentEmail } from './messages.ts';
import type { Person } from './people.ts';
import { SmtpFaults } from './smtp-faults.ts';
import { type MessageFate, type ReceivedEmail, type SmtpPolicy, startSmtpServer } from './smtp-server.ts';

/** What all mail hosts of a simulation share. */
export interface MailWorld {
  readonly clock: () => number;
  readonly draws: Draws;
  readonly journal: Journal;
  readonly people: ReadonlyMap<string, Person>;
  /** Texts that identify the steps. */
  readonly marks: readonly string[];
  /** Whether the process of the current worker was killed: then nothing more leaves it. */
  readonly isWorkerDead: () => boolean;
  /** Called for each accepted email. */
  readonly onEmail: (host: MailHost, email: SentEmail, transmitted: TransmittedEmail) => void;
}

/** A mailbox with its servers for sending and reading. */
export class MailHost {
  readonly address: string;
  readonly mailbox: Mailbox;
  readonly smtpFaults: SmtpFaults;
  readonly imapFaults = new ImapFaults();
  /** Whether the server stores a copy of each accepted email in the Sent folder. */
  readonly keepsSent: boolean;
  readonly #world: MailWorld;
  /** First attempt by recipient, for greylisting. */
  readonly #firstAttempts = new Map<string, number>();
  #servers: { readonly smtp: RunningServer; readonly imap: RunningServer } | undefined;

  constructor(world: MailWorld, address: string, layout: Layout, keepsSent: boolean) {
    this.address = address;
    this.keepsSent = keepsSent;
    this.mailbox = new Mailbox(layout);
    this.smtpFaults = new SmtpFaults(world.clock, world.draws);
    this.#world = world;
  }

  /** Starts its servers, on new ports each time. */
  async start(): Promise<void> {
    await this.stop();
    const [smtp, imap] = await Promise.all([
      startSmtpServer(this.#policy()),
      startImapServer(this.mailbox, this.imapFaults),
    ]);
    this.#servers = { smtp, imap };
  }

  async stop(): Promise<void> {
    await Promise.all([this.#servers?.smtp.close(), this.#servers?.imap.close()]);
    this.#servers = undefined;
  }

  ports(): { readonly smtp: number; readonly imap: number } {
    if (!this.#servers) throw new Error(`${this.address} has no server`);

    return { smtp: this.#servers.smtp.port, imap: this.#servers.imap.port };
  }

  #policy(): SmtpPolicy {
    const { smtpFaults } = this;
    const { clock, journal, people } = this.#world;

    return {
      greet: () => {
        if (smtpFaults.unavailable === 'closes') return 'close';

        return smtpFaults.unavailable === 'no' ? undefined : '421 4.3.2 Service not available\r\n';
      },
      refuseSender: () => smtpFaults.refuse('mail'),
      refuseRecipient: (to) => {
        const refusal = smtpFaults.refuse('rcpt') ?? people.get(to)?.refusal;
        if (refusal) return refusal;
        const person = people.get(to);
        if (person?.habit !== 'is greylisted') return undefined;
        const firstAttempt = this.#firstAttempts.get(to) ?? clock();
        this.#firstAttempts.set(to, firstAttempt);
        if (clock() - firstAttempt >= person.greylistedMs) return undefined;
        const reply = `450 4.2.0 <${to}>: Recipient address rejected: Greylisted\r\n`;

        return { reply, concerns: 'recipient' };
      },
      onRefusal: (to, refusal) => journal.addRefusal({ mailbox: this.address, to, refusal }),
      receive: (email) => this.#receive(email),
    };
  }

  #receive({ from, to, raw }: ReceivedEmail): MessageFate {
    const { journal, marks, isWorkerDead, onEmail, clock } = this.#world;
    if (isWorkerDead()) return { kind: 'drop', isAccepted: false };
    const email = readSentEmail(from, to, raw);
    const text = raw.toString('latin1');
    const step = marks.findIndex((mark) => text.includes(mark));
    const fate = this.smtpFaults.receive(email.messageId);
    if (fate.kind === 'refuse') return fate;
    const isAccepted = fate.kind === 'accept' || fate.isAccepted;
    const transmitted = journal.addEmail({
      mailbox: this.address,
      to,
      step,
      messageId: email.messageId,
      isAccepted,
      isAnswered: fate.kind === 'accept',
      isInSent: isAccepted && this.keepsSent,
    });
    if (!isAccepted) return fate;
    if (this.keepsSent) this.mailbox.keepSent(raw, clock());
    onEmail(this, email, transmitted);

    return fate;
  }
}
