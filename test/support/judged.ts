import { afterEach } from 'vitest';
import { judgeFunctions, takeRefusals } from './as-operation.ts';

judgeFunctions();

/** What a function may not do here, it could not do where it is deployed, whatever the test has to say of its answer. */
afterEach(() => {
  const messages = takeRefusals().map(({ message }) => message);
  if (messages.length > 0) throw new Error([...new Set(messages)].join('\n'));
});
