import ts from 'typescript';
import { createEvaluator } from './evaluate.ts';

/** A regular expression in the sources, with its location. */
export interface FoundExpression {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** A `new RegExp(…)` with a pattern that cannot be evaluated statically. */
export interface UnknownExpression {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  noLib: true,
  types: [],
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  noEmit: true,
};

/** All regular expressions of these files: literals, and each value that `RegExp(…)` can be called with. */
export function collectExpressions(files: readonly string[]): {
  readonly found: FoundExpression[];
  readonly unknown: UnknownExpression[];
} {
  const program = ts.createProgram([...files], compilerOptions);
  const sources = files.flatMap((file) => program.getSourceFile(file) ?? []);
  const evaluate = createEvaluator(program.getTypeChecker(), sources);
  const found: FoundExpression[] = [];
  const unknown: UnknownExpression[] = [];

  for (const source of sources) {
    const placeOf = (node: ts.Node) => ({
      file: source.fileName,
      line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    });
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) found.push({ ...placeOf(node), ...partsOf(node.text) });
      if (isConstruction(node)) {
        const values = valuesOf(node, evaluate);
        if (values) found.push(...values.map((value) => ({ ...placeOf(node), ...value })));
        else unknown.push({ ...placeOf(node), text: node.getText() });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }

  return { found, unknown };
}

type Construction = ts.NewExpression | ts.CallExpression;

function isConstruction(node: ts.Node): node is Construction {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'RegExp'
  );
}

function valuesOf(
  { arguments: [source, flags] = ts.factory.createNodeArray() }: Construction,
  evaluate: (node: ts.Expression) => readonly string[] | undefined,
): { source: string; flags: string }[] | undefined {
  const sources = source && evaluate(source);
  const [flagText = ''] = (flags && evaluate(flags)) ?? [];

  return sources?.map((each) => ({ source: each, flags: flagText }));
}

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf('/');

  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}
