import { Resolver } from 'node:dns/promises';
import { checkPublicHost } from '#lib/network/public-host.ts';

/** A name server: `Resolver` of node:dns/promises. Of its own for each check, which ends with all that it still asks. */
export type SenderDns = Pick<Resolver, 'resolveTxt' | 'resolve4' | 'resolve6' | 'resolveMx' | 'cancel'>;

/** What a name server could not be asked is not known: neither that it is there, nor that it is not. */
export class DnsSilent extends Error {
  override readonly name = 'DnsSilent';
}

/** What may be asked of names; each once, however often it is wanted. None throws but `DnsSilent`. */
export interface Questions {
  /** Records of text, each in one piece. */
  texts(name: string): Promise<readonly string[]>;
  /** IPv4 and IPv6. */
  addresses(name: string): Promise<readonly string[]>;
  /** Hosts that take mails, in lower case. */
  mailHosts(name: string): Promise<readonly string[]>;
}

/** Everything about one domain. An answer has 64 KB at most by itself: the length of a message over TCP. */
const defaultDeadlineMs = 10_000;
const questionsMax = 120;
const recordsMax = 200;
/** Longer than any record that is of use. Who reads one says what a cut one is worth. */
export const textLengthMax = 4096;

/** What says for certain that there is nothing, and what no server is asked for. */
const nothing: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

export function systemSenderDns(): SenderDns {
  return new Resolver({ timeout: 1000, tries: 2 });
}

/**
 * Asks about one domain, within ten seconds and 120 questions. Records lead to further names as their authors like, so
 * every name is judged before it is asked: nobody may have us ask for what is inside of a network.
 */
export async function withQuestions<Result>(
  dns: SenderDns,
  work: (questions: Questions) => Promise<Result>,
  deadlineMs = defaultDeadlineMs,
): Promise<Result> {
  let isOver = false;
  const end = () => {
    isOver = true;
    dns.cancel();
  };
  const timer = setTimeout(end, deadlineMs);
  const asked = new Map<string, Promise<readonly string[]>>();

  const ask = (kind: string, name: string, question: (name: string) => Promise<readonly string[]>) => {
    const plain = name.toLowerCase().replace(/\.$/, '');
    const known = asked.get(`${kind} ${plain}`);
    if (known !== undefined) return known;
    if (!checkPublicHost(plain, { loopback: 'refuse' }).ok) return Promise.resolve([]);
    if (isOver || asked.size >= questionsMax) return Promise.reject(new DnsSilent());
    const answer = question(plain).then((records) => records.slice(0, recordsMax), toNothing);
    asked.set(`${kind} ${plain}`, answer);

    return answer;
  };

  try {
    return await work({
      texts: (name) =>
        ask('TXT', name, async (plain) =>
          (await dns.resolveTxt(plain)).map((parts) => parts.join('').slice(0, textLengthMax)),
        ),
      addresses: async (name) =>
        (
          await Promise.all([
            ask('A', name, (plain) => dns.resolve4(plain)),
            ask('AAAA', name, (plain) => dns.resolve6(plain)),
          ])
        ).flat(),
      mailHosts: (name) =>
        ask('MX', name, async (plain) =>
          (await dns.resolveMx(plain)).map(({ exchange }) => exchange.toLowerCase()),
        ),
    });
  } finally {
    clearTimeout(timer);
    end();
  }
}

function toNothing(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && nothing.includes(error.code)) return [];
  throw new DnsSilent(undefined, { cause: error });
}
