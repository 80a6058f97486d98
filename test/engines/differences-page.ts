import { fileURLToPath } from 'node:url';
import { type Difference, differences } from './differences.ts';

export const differencesPage = fileURLToPath(new URL('./DIFFERENCES.md', import.meta.url));

const heading = [
  '# Differences between engines',
  '',
  '`npm run test:engines` runs the storage, API and worker tests against third-party engines. This page lists each request with',
  'a different result from the local engines, the documented behaviour of AWS, and the consequence for this project.',
  '`npm run test:engines -- --write` generates it from `differences.ts`. Only an entry in that file can exclude a test, with a reason.',
];

export function describeDifferences(): string {
  return `${[...heading, ...differences.flatMap(describe)].join('\n')}\n`;
}

function describe(difference: Difference): string[] {
  const { engine, asked, answered, localAnswered, right, because, documentation, done, excludes } =
    difference;

  return [
    '',
    `## ${engine}: ${asked}`,
    '',
    `- This engine: ${answered}`,
    `- The local engine: ${localAnswered}`,
    `- Correct: ${right}. ${because} (${documentation})`,
    `- Consequence: ${done}`,
    ...(excludes
      ? [`- Excluded: ${excludes.map(({ file, test }) => `“${test}” of \`${file}\``).join('; ')}`]
      : []),
  ];
}
