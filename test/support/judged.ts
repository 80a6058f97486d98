import { afterEach } from 'vitest';
import { judgeFunctions, takeRefusals } from './as-operation.ts';

judgeFunctions();

/** A call without permission would fail in a deployment, so it fails the test, regardless of the response. */
afterEach(() => {
  const messages = takeRefusals().map(({ message }) => message);
  if (messages.length > 0) throw new Error([...new Set(messages)].join('\n'));
});
