import type { Refusal } from './smtp-server.ts';

/** Position of an entry among all entries, and its time. */
interface Entry {
  readonly order: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface TransmittedEmail extends Entry {
  readonly mailbox: string;
  readonly to: string;
  /** Zero-based index. */
  readonly step: number;
  readonly messageId: string;
  readonly isAccepted: boolean;
  /** Whether the sender received the server's reply. */
  readonly isAnswered: boolean;
  /** Whether the server stored a copy in the Sent folder. */
  readonly isInSent: boolean;
}

interface RefusedEmail extends Entry {
  readonly mailbox: string;
  /** Undefined if the server refused the sender. */
  readonly to: string | undefined;
  readonly refusal: Refusal;
}

type Reaction =
  | 'answer'
  | 'automatic reply'
  | 'hard report'
  | 'soft report'
  | 'unsubscribe'
  | 'open'
  | 'click';

export interface PersonReaction extends Entry {
  readonly person: string;
  readonly reaction: Reaction;
  /** The email it refers to. */
  readonly messageId: string;
  readonly mailbox: string;
  readonly details: string;
}

interface MailboxState extends Entry {
  readonly mailbox: string;
  readonly status: string;
  readonly reason: string | null;
  /** Epoch milliseconds. */
  readonly stoppedAt: number;
}

interface CampaignPause extends Entry {
  readonly campaignId: string;
  readonly reason: string | null;
  /** Epoch milliseconds. */
  readonly pausedAt: number;
}

type New<Kind extends Entry> = Omit<Kind, keyof Entry>;

/** What the mail servers, recipients and the operator saw: the truth that the service is compared with. */
export class Journal {
  readonly emails: TransmittedEmail[] = [];
  readonly refusals: RefusedEmail[] = [];
  readonly reactions: PersonReaction[] = [];
  readonly stops: MailboxState[] = [];
  readonly pauses: CampaignPause[] = [];
  readonly #clock: () => number;
  #order = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  addEmail(email: New<TransmittedEmail>): TransmittedEmail {
    return this.#add(this.emails, email);
  }

  addRefusal(refusal: New<RefusedEmail>): void {
    this.#add(this.refusals, refusal);
  }

  addReaction(reaction: New<PersonReaction>): void {
    this.#add(this.reactions, reaction);
  }

  addStop(stop: New<MailboxState>): void {
    this.#add(this.stops, stop);
  }

  addPause(pause: New<CampaignPause>): void {
    this.#add(this.pauses, pause);
  }

  #add<Kind extends Entry>(list: Kind[], entry: New<Kind>): Kind {
    this.#order += 1;
    const complete = { ...entry, order: this.#order, at: this.#clock() } as Kind;
    list.push(complete);

    return complete;
  }
}
