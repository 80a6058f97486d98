/**
 * To be imported first by a program that a test starts in the place of a function: whatever the role of that function does
 * not allow ends it, and it says why.
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
