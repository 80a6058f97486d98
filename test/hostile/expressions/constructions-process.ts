import process from 'node:process';
import { getCallSites } from 'node:util';
import type { FoundExpression } from './collect.ts';

/* Imports the files of its arguments, and writes the expressions that they construct as JSON. */

const constructed: FoundExpression[] = [];

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, [pattern, options]) {
    const expression = new target(pattern, options);
    const { source, flags } = expression;
    const [, place] = getCallSites(2);
    if (place) constructed.push({ file: place.scriptName, line: place.lineNumber, source, flags });

    return expression;
  },
});

for (const file of process.argv.slice(2)) await import(file);
process.stdout.write(JSON.stringify(constructed));
