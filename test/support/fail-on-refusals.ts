import { afterEach } from 'vitest';
import { checkFunctionCalls, takeRefusals } from './as-operation.ts';

checkFunctionCalls();

/** A call without permission would fail in a deployment, so it fails the test, regardless of the response. */
afterEach(() => {
  const messages = takeRefusals().map(({ message }) => message);
  if (messages.length > 0) throw new Error([...new Set(messages)].join('\n'));
});
