/**
 * Imported first by a test's program that runs as a function. A call that the function's role does not allow
 * ends the process with an error message.
 */
import { guardCalls } from '../../infra/local/iam/guard.ts';
import { createJudge, refusalLine } from '../../infra/local/iam/judge.ts';

const judge = createJudge(JSON.parse(process.env['CALLER'] ?? ''));

guardCalls({
  judge: () => judge,
  onRefusal: (refusal) => {
    process.stderr.write(`${refusalLine(refusal)}\n`);
    process.exit(1);
  },
});
