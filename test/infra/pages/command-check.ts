import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { endpoints, workers } from '#lib/operations.ts';
import { checkAws } from './aws.ts';
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
const commonPrograms = [
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
  const found = checkCommand(program, words, known);

  return found.map((fault) => `${command.join(' ')}: ${fault}`);
}

function checkCommand(program: string, words: Command, known: Known): string[] {
  if (commonPrograms.includes(program)) return [];
  if (program === 'node') return existsSync(words[0] ?? '') ? [] : [`there is no ${words[0]}`];
  if (program === 'npm') return checkNpm(words, known);
  if (program === 'npx') return checkNpx(words, known);
  if (program === 'aws') return checkAws(words);
  if (!known.functions.includes(program)) return [`unknown program ${program}`];
  if (program === 'output') return checkOutput(words, known);
  if (program === 'functionOf') return faultUnless(operations.has(words[0] ?? ''), 'no such function');

  return [];
}

function checkOutput([stack = '', output = '']: Command, { outputs }: Known): string[] {
  return faultUnless(outputs.get(stack)?.has(output) === true, `the stack ${stack} has no output ${output}`);
}

function checkNpm(words: Command, known: Known): string[] {
  const [verb = '', ...rest] = words.filter((word) => !['--silent'].includes(word));
  if (['ci', 'pack'].includes(verb)) return [];
  const [script = '', ...others] = verb === 'run' ? rest : [verb, ...rest];
  const line = scripts[script];
  if (line === undefined) return [`package.json has no script ${script}`];
  const scriptParameters = others.filter((word) => word !== '--');
  if (script === 'admin') return checkAdmin(scriptParameters, known);
  if (script === 'invoke') return faultUnless(operations.has(scriptParameters[0] ?? ''), 'no such operation');

  return scriptParameters
    .filter((word) => /^-?-?[a-z]/.test(word))
    .flatMap((word) => faultUnless(isReadBy(line, word), `${line} does not read ${word}`));
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

function checkAdmin([command, ...words]: Command, { adminOptions }: Known): string[] {
  if (command === undefined || command === '--help') return [];
  const options = adminOptions.get(command);
  if (options === undefined) return ['no such command'];

  return words.filter((word) => word.startsWith('--') && !options.has(word)).map((it) => `no option ${it}`);
}

function checkNpx([tool = '', ...words]: Command, known: Known): string[] {
  if (tool === 'openapi-typescript') return [];
  if (tool === 'vitest')
    return words.slice(1).flatMap((path) => faultUnless(existsSync(path), `there is no ${path}`));
  if (tool !== 'cdk') return [`unknown npx package ${tool}`];
  const keys = words.flatMap((word, at) =>
    ['-c', '--context'].includes(words[at - 1] ?? '') ? (word.split('=')[0] ?? '') : [],
  );
  const stacks = words.filter((word) => word.startsWith('outreach-'));

  return [
    ...keys.flatMap((key) => faultUnless(known.contextKeys.has(key), `the app does not read ${key}`)),
    ...stacks.flatMap((stack) => faultUnless(known.stacks.has(stack), `there is no stack ${stack}`)),
  ];
}

function faultUnless(isValid: boolean, fault: string): string[] {
  return isValid ? [] : [fault];
}
