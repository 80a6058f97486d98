import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { endpoints, workers } from '#lib/operations.ts';
import { judgeAws } from './aws.ts';
import type { Command } from './shell.ts';

/** Names that commands on a page may use. */
export interface Known {
  /** The outputs of each stack, by its name without the service and the stage. */
  readonly outputs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly stacks: ReadonlySet<string>;
  readonly contextKeys: ReadonlySet<string>;
  /** The options of each operator command. */
  readonly adminOptions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Shell functions that the page defines. */
  readonly functions: readonly string[];
}

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
const operations = new Set([...endpoints, ...workers].map(({ name }) => name));
const ordinary = [
  ...[
    'curl',
    'cut',
    'date',
    'echo',
    'eval',
    'git',
    'grep',
    'head',
    'kill',
    'paste',
    'printf',
    'seq',
    'sleep',
  ],
  ...['for', 'until', 'do', 'done', 'break'],
];

/** Faults of a command; empty when it can be run as written. */
export function faultsOf(command: Command, known: Known): string[] {
  const [program = '', ...words] = command;
  const found = judge(program, words, known);

  return found.map((fault) => `${command.join(' ')}: ${fault}`);
}

function judge(program: string, words: Command, known: Known): string[] {
  if (ordinary.includes(program)) return [];
  if (program === 'node') return existsSync(words[0] ?? '') ? [] : [`there is no ${words[0]}`];
  if (program === 'npm') return judgeNpm(words, known);
  if (program === 'npx') return judgeNpx(words, known);
  if (program === 'aws') return judgeAws(words);
  if (!known.functions.includes(program)) return [`unknown program ${program}`];
  if (program === 'output') return judgeOutput(words, known);
  if (program === 'functionOf') return unless(operations.has(words[0] ?? ''), 'no such function');

  return [];
}

function judgeOutput([stack = '', output = '']: Command, { outputs }: Known): string[] {
  return unless(outputs.get(stack)?.has(output) === true, `the stack ${stack} has no output ${output}`);
}

function judgeNpm(words: Command, known: Known): string[] {
  const [verb = '', ...rest] = words.filter((word) => !['--silent'].includes(word));
  if (verb === 'ci') return [];
  const [script = '', ...others] = verb === 'run' ? rest : [verb, ...rest];
  const line = scripts[script];
  if (line === undefined) return [`package.json has no script ${script}`];
  const given = others.filter((word) => word !== '--');
  if (script === 'admin') return judgeAdmin(given, known);
  if (script === 'invoke') return unless(operations.has(given[0] ?? ''), 'no such operation');

  return given
    .filter((word) => /^-?-?[a-z]/.test(word))
    .flatMap((word) => unless(isReadBy(line, word), `${line} does not read ${word}`));
}

/** Whether the program's sources mention the word, as an option or as an argument. */
function isReadBy(line: string, word: string): boolean {
  const entry = /^node (?:infra\/run\.cjs )?(\S+)/.exec(line)?.[1];
  if (entry === undefined) return false;
  const name = word.replace(/^--/, '');
  if (name === 'help') return true;
  const text = readdirSync(dirname(entry))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(dirname(entry), file), 'utf8'))
    .join('\n');

  return new RegExp(`['{,\\s]${name}['?:]|--${name}\\b|'${name}[ ']`).test(text);
}

function judgeAdmin([command, ...words]: Command, { adminOptions }: Known): string[] {
  if (command === undefined || command === '--help') return [];
  const options = adminOptions.get(command);
  if (options === undefined) return ['no such command'];

  return words.filter((word) => word.startsWith('--') && !options.has(word)).map((it) => `no option ${it}`);
}

function judgeNpx([tool = '', ...words]: Command, known: Known): string[] {
  if (tool === 'openapi-typescript') return [];
  if (tool === 'vitest')
    return words.slice(1).flatMap((path) => unless(existsSync(path), `there is no ${path}`));
  if (tool !== 'cdk') return [`unknown npx package ${tool}`];
  const keys = words.flatMap((word, at) =>
    ['-c', '--context'].includes(words[at - 1] ?? '') ? (word.split('=')[0] ?? '') : [],
  );
  const stacks = words.filter((word) => word.startsWith('outreach-'));

  return [
    ...keys.flatMap((key) => unless(known.contextKeys.has(key), `the app does not read ${key}`)),
    ...stacks.flatMap((stack) => unless(known.stacks.has(stack), `there is no stack ${stack}`)),
  ];
}

function unless(holds: boolean, fault: string): string[] {
  return holds ? [] : [fault];
}
