import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesOf } from './sources.ts';

test('no two files of the library export the same name', () => {
  const filesByName = new Map<string, string[]>();
  for (const file of filesOf('lib', '.ts')) {
    for (const name of exportedNamesIn(readFileSync(file, 'utf8'))) {
      filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
    }
  }
  const repeated = [...filesByName].filter(([, files]) => files.length > 1);

  expect(filesByName.size).toBeGreaterThan(1000);
  expect(repeated).toEqual([]);
});

test('names of functions, values, types and classes are found', () => {
  const text =
    'export async function a() {}\nexport const b = 1;\nexport type C = 1;\nexport interface D {}\nexport class E {}\nconst f = 1;';

  expect([...exportedNamesIn(text)]).toEqual(['a', 'b', 'C', 'D', 'E']);
});

/** A schema and its type have one name. */
function exportedNamesIn(text: string): Set<string> {
  const { statements } = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest);
  const nameOf = (node: ts.Node & { readonly name?: ts.Node | undefined }) =>
    node.name && ts.isIdentifier(node.name) ? [node.name.text] : [];
  const names = statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement)) return [];
    const isExported = ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (!ts.isVariableStatement(statement)) return nameOf(statement);

    return statement.declarationList.declarations.flatMap(nameOf);
  });

  return new Set(names);
}
