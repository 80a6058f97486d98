import { relative } from 'node:path';
import { beforeEach } from 'vitest';
import { projectRoot } from './cache.ts';
import { exclusionOf } from './differences.ts';

/** Skips tests that the list of differences excludes, with the reason. */
beforeEach(({ task, skip }) => {
  const file = relative(projectRoot, task.file.filepath);
  const difference = exclusionOf(process.env['TEST_ENGINE'] ?? '', file, task.name);
  if (difference) skip(difference.asked);
});
