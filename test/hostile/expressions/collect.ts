import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import * as z from 'zod/mini';

interface Place {
  readonly file: string;
  readonly line: number;
}

/** A regular expression in the sources, with its location. */
export interface FoundExpression extends Place {
  readonly source: string;
  readonly flags: string;
}

const Constructed = z.array(
  z.object({ file: z.string(), line: z.number(), source: z.string(), flags: z.string() }),
);

/**
 * All regular expressions of these files: literals, and the expressions that their import constructs.
 * @returns also the places of `RegExp(…)` that the import does not reach
 */
export function collectExpressions(files: readonly string[]): {
  readonly found: FoundExpression[];
  readonly unreached: Place[];
} {
  const places = files.map(readPlaces);
  const literals = places.flatMap((each) => each.literals);
  const constructions = places.flatMap((each) => each.constructions);
  const imported = files.filter(
    (file) => file.startsWith('lib/') || constructions.some((each) => each.file === file),
  );
  const urls = imported.map((file) => pathToFileURL(resolve(file)).href);
  const output = execFileSync(
    process.execPath,
    ['test/hostile/expressions/constructions-process.ts', ...urls],
    {
      encoding: 'utf8',
    },
  );
  const constructed = Constructed.parse(JSON.parse(output));
  const reachedAt = ({ file, line }: Place) =>
    constructed.filter((each) => each.file.endsWith(`/${file}`) && each.line === line);

  return {
    found: [
      ...literals,
      ...constructions.flatMap((place) => reachedAt(place).map((each) => ({ ...each, ...place }))),
    ],
    unreached: constructions.filter((place) => reachedAt(place).length === 0),
  };
}

function readPlaces(file: string): { literals: FoundExpression[]; constructions: Place[] } {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true);
  const literals: FoundExpression[] = [];
  const constructions: Place[] = [];
  const visit = (node: ts.Node): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (ts.isRegularExpressionLiteral(node)) literals.push({ file, line, ...partsOf(node.text) });
    if (isConstruction(node)) constructions.push({ file, line });
    ts.forEachChild(node, visit);
  };
  visit(source);

  return { literals, constructions };
}

const isConstruction = (node: ts.Node) =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'RegExp';

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf('/');

  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}
