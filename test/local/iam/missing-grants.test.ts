import { beforeAll, expect, test } from 'vitest';
import { handler as create } from '../../../functions/contacts/create.ts';
import type { Caller } from '../../../infra/local/iam/permission-check.ts';
import { uniqueEmail } from '../../api/support/seed.ts';
import { asCaller, takeRefusals } from '../../support/as-operation.ts';
import { call } from '../../support/call.ts';
import { callerOf } from '../../support/callers.ts';
import { loggedText } from '../../support/logs.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace();
});

/** Simulates an entry that is missing in the operation's `needs`. */
function callerWithout(operation: string, action: string): Caller {
  const caller = callerOf(operation);
  const { role } = caller;

  return {
    ...caller,
    role: { ...role, statements: role.statements.filter(({ actions }) => !actions.includes(action)) },
  };
}

test.for(['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:BatchGetItem'])(
  'an endpoint without the grant %s returns 500, without details in the response',
  async (lacking) => {
    const reply = await asCaller(callerWithout('contacts.create', lacking), () =>
      call(create, {
        method: 'POST',
        path: '/contacts',
        apiKey: workspace.apiKey,
        body: { email: uniqueEmail() },
      }),
    );

    expect(takeRefusals()).toMatchObject([{ operation: 'contacts.create', access: { action: lacking } }]);
    expect(reply).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR' } } });
    expect(reply.text).not.toMatch(/AccessDenied|arn:|dynamodb|authorized/i);
    expect(loggedText()).toContain('AccessDeniedException');
  },
);
