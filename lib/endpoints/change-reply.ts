import type { Change } from '#lib/commit/change.ts';
import type { SuccessStatus } from '#lib/http/contract.ts';
import type { HttpReply } from '#lib/http/reply.ts';

/** A reply that is valid once its change is committed. */
export type ChangeReply<R> =
  R extends HttpReply<infer Status, infer Body>
    ? HttpReply<Status, Body> & { readonly change: Omit<Change<unknown>, 'result'> }
    : never;

/** A reply with the change that is committed before the reply is sent. */
type Committed<Status extends SuccessStatus, Result> = HttpReply<Status, Result> & {
  readonly change: Change<Result>;
};

export function changed<Result>(change: Change<Result>): Committed<200, Result> {
  return { status: 200, body: change.result, change };
}

export function created<Result>(change: Change<Result>): Committed<201, Result> {
  return { status: 201, body: change.result, change };
}

/** The request is committed and will be processed soon. */
export function accepted<Result>(change: Change<Result>): Committed<202, Result> {
  return { status: 202, body: change.result, change };
}

export function deleted(change: Change<undefined>): Committed<204, undefined> {
  return { status: 204, body: undefined, change };
}
