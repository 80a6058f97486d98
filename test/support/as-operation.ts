import { AsyncLocalStorage } from 'node:async_hooks';
import { guardCalls } from '../../infra/local/iam/guard.ts';
import { type Caller, createJudge, type Judge, type Refusal } from '../../infra/local/iam/judge.ts';
import { callerOf } from './callers.ts';

const present = new AsyncLocalStorage<Judge>();
const judges = new Map<string, Judge>();
const refusals: Refusal[] = [];
/** Calls of handlers that have not ended. */
const underWay = new Set<{ readonly judge: Judge }>();

/** A handler that may call nothing but what its function may, here as well as in a thread of the stack. */
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

/** What is done by another role, such as one that lacks something, the handlers called in it included. */
export function asCaller<Answer>(caller: Caller, work: () => Answer): Answer {
  return present.run(createJudge(caller), work);
}

/** What was refused since they were last taken. A test that takes none fails for them. */
export function takeRefusals(): Refusal[] {
  return refusals.splice(0);
}

export function judgeFunctions(): void {
  guardCalls({ judge: presentJudge, onRefusal: (refusal) => refusals.push(refusal) });
}

/** Here several functions share a process, and with it the reads of one turn, which are made in the name of who asked first. */
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
