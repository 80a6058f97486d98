import { test } from 'vitest';
import { createFolder, removeFolder } from './folder.ts';
import { startTestStack, type TestStack } from './test-stack.ts';

/** `stack` is shared by the tests of a file; `folder` belongs to one test. */
export const stackTest = test.extend<{ folder: string; stack: TestStack }>({
  folder: async ({ task: _task }, use) => {
    const folder = createFolder();
    await use(folder);
    removeFolder(folder);
  },
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that the test runner asks for
    async ({}, use) => {
      const folder = createFolder();
      const stack = await startTestStack(folder);
      await use(stack);
      await stack.stop(1_000);
      removeFolder(folder);
    },
    { scope: 'file' },
  ],
});
