import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'outreach-language-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const planted = 'in vain';

/** @returns the line numbers of the findings, and the exit code */
function check(name: string, lines: readonly string[]): { lines: number[]; code: number | null } {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  const program = join(import.meta.dirname, 'main.ts');
  const { status, stdout } = spawnSync(process.execPath, [program, file], { encoding: 'utf8' });
  const findings = stdout.split('\n').filter((line) => line.startsWith(`${file}:`));
  expect(findings.every((line) => line.includes(`"${planted}"`))).toBe(true);

  return { lines: findings.map((line) => Number.parseInt(line.slice(file.length + 1), 10)), code: status };
}

test('finds a phrase in every comment and string of a source file', () => {
  const source = [
    `// Sends ${planted} here.`,
    `/** Sends ${planted} too. */`,
    'export const limits = {',
    `  first: 1, // tried ${planted}`,
    `  last: 2, /* tried ${planted} */`,
    '  none: 3,',
    `  // Nothing follows ${planted}.`,
    '};',
    `export const sentence = 'It was sent ${planted}.';`,
    `export const template = (count: number) => \`tried \${count} times, ${planted}, after all\`;`,
    `export const pattern = /'\`/u; // tried ${planted}`,
    '/**',
    ` * Two lines: ${planted.replace(' ', '\n * ')}.`,
    ' */',
  ];

  expect(check('source.ts', source)).toEqual({ lines: [1, 2, 4, 5, 7, 9, 10, 11, 13], code: 1 });
});

test('finds a phrase in the texts and attributes of elements', () => {
  const source = [
    'export const Card = () => (',
    '  <section title="It doesn’t fail">',
    `    It's sent ${planted}, "twice".`,
    `    <p title="Sent ${planted} again">{limits.first}</p>`,
    `    {/* tried ${planted} */}`,
    '  </section>',
    ');',
  ];

  expect(check('card.tsx', source)).toEqual({ lines: [3, 4, 5], code: 1 });
});

test('reads sources and pages of every kind in a folder', () => {
  const kinds = ['ts', 'tsx', 'mjs', 'md'];
  const inside = mkdtempSync(join(folder, 'kinds-'));
  for (const kind of kinds) writeFileSync(join(inside, `file.${kind}`), `// Sends ${planted} here.\n`);
  const { stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), inside], {
    encoding: 'utf8',
  });

  for (const kind of kinds) expect(stdout).toContain(`file.${kind}:1`);
});

test('finds a phrase in a Markdown paragraph, even across a line break, but not in code', () => {
  const page = [
    '# Page',
    `The first paragraph, ${planted}.`,
    '',
    `Not \`${planted}\` in code.`,
    '```',
    `run ${planted}`,
    '```',
    '- A list item',
    '  ```sh',
    `  run ${planted}`,
    '  ```',
    `The last ${planted.replace(' ', '\n')}.`,
  ];

  expect(check('page.md', page)).toEqual({ lines: [2, 12], code: 1 });
});

test('accepts identifiers and plain text', () => {
  const source = ['// Sends an email.', `export const inVain = { '${planted}': 1 };`];

  expect(check('plain.ts', source)).toEqual({ lines: [], code: 0 });
});
