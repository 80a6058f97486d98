import { AsyncLocalStorage } from 'node:async_hooks';
import { guardCalls } from '../../infra/local/iam/guard.ts';
import { type Caller, createJudge, type Judge, type Refusal } from '../../infra/local/iam/judge.ts';
import { callerOf } from './callers.ts';

const present = new AsyncLocalStorage<Judge>();
const judges = new Map<string, Judge>();
const refusals: Refusal[] = [];
/** Handler calls that have not ended. */
const underWay = new Set<{ readonly judge: Judge }>();

/** Wraps a handler so that it may call only what its function's role allows, as in a thread of the stack. */
export function asOperation<Arguments extends unknown[], Answer>(
  operation: string,
  handle: (...given: Arguments) => Answer,
): (...given: Arguments) => Answer {
  return (...given) => {
    const judge = present.getStore() ?? judgeOf(operation);
    const call = { judge };
    underWay.add(call);
    const answer = present.run(judge, () => handle(...given));
    const end = () => underWay.delete(call);
    Promise.resolve(answer).then(end, end);

    return answer;
  };
}

/** Runs `work` and the handlers that it calls with another role, such as one that lacks a permission. */
export function asCaller<Answer>(caller: Caller, work: () => Answer): Answer {
  return present.run(createJudge(caller), work);
}

/** Returns and removes the refusals since the last call. A test fails if it leaves refusals. */
export function takeRefusals(): Refusal[] {
  return refusals.splice(0);
}

export function judgeFunctions(): void {
  guardCalls({ judge: presentJudge, onRefusal: (refusal) => refusals.push(refusal) });
}

/**
 * Functions share a process here, and with it the batched reads of one tick, which use the role of the first
 * reader.
 */
function presentJudge(): Judge | undefined {
  const own = present.getStore();

  return (
    own &&
    ((call) => {
      const refusal = own(call);
      const isShared = call.operation === 'BatchGetItem';

      return isShared && [...underWay].some(({ judge }) => !judge(call)) ? undefined : refusal;
    })
  );
}

function judgeOf(operation: string): Judge {
  const id = `${operation} ${process.env['TABLE_NAME']}`;
  const judge = judges.get(id) ?? createJudge(callerOf(operation));
  judges.set(id, judge);

  return judge;
}
