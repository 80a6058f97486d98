/**
 * The words of each name and address to which a reply is addressed, in lower case. One of them is the answered email's
 * sender. A line that introduces a quotation of this email has all words of its name or address.
 */
export type Senders = readonly (readonly string[])[];

/** Characters read of each field, and addresses in it. More are from a mailing list. */
const fieldLengthMax = 2000;
const addressesMax = 10;
/** A name, possibly in quotation marks, and an address, possibly in angle brackets. */
const mailbox = /(?:"([^"]*)"|([^",;<>]*))<([^<>,\s]+@[^<>,\s]+)>|[^\s",;<>]+@[^\s",;<>]+/g;

/** @returns undefined if the header names no recipient */
export function readAnsweredSenders(headers: ReadonlyMap<string, readonly string[]>): Senders | undefined {
  const senders = ['to', 'cc'].flatMap((name) => {
    const field = (headers.get(name) ?? []).join(', ').slice(0, fieldLengthMax);

    return [...field.matchAll(mailbox)].slice(0, addressesMax).flatMap(([whole, quoted, bare, bracketed]) => {
      const address = bracketed ?? whole;
      const nameWords = wordsOf(quoted ?? bare ?? '');

      // Without a name, the local part of the address often is one.
      return [wordsOf(address), nameWords.length > 0 ? nameWords : wordsOf(address.split('@', 1)[0] ?? '')];
    });
  });

  return senders.length === 0 ? undefined : senders.filter((words) => words.length > 0);
}

/** Whether a line has all words of one of the senders. */
export function mentionsSender(line: string, senders: Senders): boolean {
  const words = new Set(wordsOf(line));

  return senders.some((sender) => sender.every((word) => words.has(word)));
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
