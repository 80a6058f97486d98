import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A value in a key of the table, as written in the sources. */
export interface KeyText {
  readonly file: string;
  readonly text: string;
}

const keyAttribute = /^(?:gsi\d)?[ps]k$/;
const keyBeginning = /^[A-Z][A-Z_]*#/;

/** Every value in a key: in a template such as `W#${workspaceId}#TAG#${tag}`, or alone as `gsi2sk: value`. */
export function keyTextsOf(files: readonly string[]): KeyText[] {
  return files.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      const value = keyValueOf(node);
      if (value) found.push(...textsIn(value).map((each) => each.getText().replaceAll(/\s+/g, ' ')));
      ts.forEachChild(node, visit);
    };
    visit(source);

    return [...new Set(found)].map((text) => ({ file, text }));
  });
}

function keyValueOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isTemplateExpression(node) && keyBeginning.test(node.head.text)) return node;
  const isKey = ts.isPropertyAssignment(node) && keyAttribute.test(node.name.getText());

  return isKey && !ts.isObjectLiteralExpression(node.initializer) ? node.initializer : undefined;
}

function textsIn(value: ts.Expression): ts.Expression[] {
  if (ts.isStringLiteralLike(value)) return [];

  return ts.isTemplateExpression(value) ? value.templateSpans.map(({ expression }) => expression) : [value];
}
