/**
 * Imported first by a test's program that runs as a function. A call that the function's role does not allow
 * ends the process with an error message.
 */
import { guardCalls } from '../../infra/local/iam/call-guard.ts';
import { createPermissionCheck, refusalLine } from '../../infra/local/iam/permission-check.ts';

const checkPermission = createPermissionCheck(JSON.parse(process.env['CALLER'] ?? ''));

guardCalls({
  currentPermissionCheck: () => checkPermission,
  onRefusal: (refusal) => {
    process.stderr.write(`${refusalLine(refusal)}\n`);
    process.exit(1);
  },
});
