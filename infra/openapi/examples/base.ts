/** Values of the fields of an object. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** The examples of one domain. */
export interface DomainExamples {
  /** Field values by schema component, such as `Contact`. */
  readonly components: Readonly<Record<string, FieldValues>>;
  /** Field values by operation and status, such as `contacts.create 201`. On a page, they are values of the elements. */
  readonly responses?: Readonly<Record<string, FieldValues>>;
}

export const exampleUlid = '01JCZ3X5V2N8Q4R6T7W9Y1B3D5';
/** The time of each example request. */
export const exampleTime = '2026-11-20T09:30:00.000Z';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export function exampleId(prefix: string): string {
  return `${prefix}_${exampleUlid}`;
}

/** Ids of further resources of one type: the last digit of the ULID differs. */
export function furtherId(prefix: string, number: 6 | 7): string {
  return `${prefix}_${exampleUlid.slice(0, -1)}${number}`;
}

/** A time relative to `exampleTime`. */
export function timeAfter({ days = 0, minutes = 0 }: { days?: number; minutes?: number }): string {
  return new Date(Date.parse(exampleTime) + days * dayMs + minutes * minuteMs).toISOString();
}

/** A resource that the request has created. */
export const createdNow = { createdAt: exampleTime, updatedAt: exampleTime };

const messageIdStart = `e.${exampleId('exe').slice(4)}.B3D5.1RZ7K0Q9W2X4M6NA`;

export const senderEmail = 'ada@example.com';
export const senderName = 'Ada from Example';
export const contactEmail = 'ann@example.com';
export const messageId = `<${messageIdStart}@example.com>`;
export const answerMessageId = `<${messageIdStart}.${exampleId('ans')}@example.com>`;
/** The header `References` of a first message. */
export const threadReference = `<${messageIdStart}.ref@example.com>`;
