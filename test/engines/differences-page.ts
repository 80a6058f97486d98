import { fileURLToPath } from 'node:url';
import { type Difference, differences } from './differences.ts';

export const differencesPage = fileURLToPath(new URL('./DIFFERENCES.md', import.meta.url));

const heading = [
  '# Where engines differ',
  '',
  '`npm run test:engines` runs the storage, API and worker tests against engines of other makers. This page lists every request',
  'that they answered differently from the local engines, what the documentation of AWS says, and what was done.',
  'It is made from `differences.ts` by `npm run test:engines -- --write`. A test is excluded there, with its reason, or not at all.',
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
    `- Right: ${right}. ${because} (${documentation})`,
    `- Done: ${done}`,
    ...(excludes
      ? [`- Excluded: ${excludes.map(({ file, test }) => `«${test}» of \`${file}\``).join('; ')}`]
      : []),
  ];
}
