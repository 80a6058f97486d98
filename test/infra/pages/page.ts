import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, commandsOf } from './shell.ts';

export const pages = ['README.md', 'CONTRIBUTING.md', 'infra/OPERATING.md', 'infra/RUNBOOK.md'] as const;

export function readPage(page: string): string {
  return readFileSync(page, 'utf8');
}

/** Commands in shell blocks and in the text. */
export function commandsIn(page: string): Command[] {
  const text = readPage(page);
  const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = '']) => block);
  const named = [...text.matchAll(/`((?:[A-Z_]+=\S+ )?(?:npm|npx|aws|git) [^`\n]+)`/g)].map(
    ([, command = '']) => command,
  );

  return [...blocks, ...named].flatMap(commandsOf).flatMap((words) => withoutAssignments(words) ?? []);
}

/** `NAME=value command …` is a command. `NAME=value` alone, exports and brackets of functions are not. */
function withoutAssignments(words: Command): [Command] | undefined {
  const isBody = /^\w+\(\)$/.test(words[0] ?? '') || words[0] === '{';
  const rest = isBody ? words.slice(words.indexOf('{') + 1) : words;
  const first = rest.findIndex((word) => !/^\w+=/.test(word));
  const command = first < 0 ? [] : rest.slice(first);

  return command.length === 0 || ['}', 'export'].includes(command[0] ?? '') ? undefined : [command];
}

/** The names of functions that shell blocks define. */
export function functionsIn(page: string): string[] {
  return [...readPage(page).matchAll(/^ *(\w+)\(\) \{/gm)].map(([, name = '']) => name);
}

/** Dead links into the repository. */
export function deadLinksIn(page: string): string[] {
  return [...readPage(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^\w+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? page : join(dirname(page), path);

      return !existsSync(file) || (anchor !== undefined && !anchorsIn(readPage(file)).has(anchor));
    });
}

/** Heading anchors, as GitHub generates them. */
function anchorsIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
