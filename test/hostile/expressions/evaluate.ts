import ts from 'typescript';

/**
 * The possible string values of an expression, or the elements of an array. Undefined when they cannot be
 * evaluated.
 */
type Values = readonly string[] | undefined;

/**
 * Evaluates expressions that form the source of a regular expression: strings, templates, joined lists,
 * constants, and parameters with the arguments of all callers.
 */
export function createEvaluator(
  checker: ts.TypeChecker,
  sources: readonly ts.SourceFile[],
): (node: ts.Expression) => Values {
  const evaluate = (node: ts.Expression): Values => {
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return evaluate(node.expression);
    if (ts.isTemplateExpression(node)) return evaluateTemplate(node);
    if (ts.isTaggedTemplateExpression(node)) return evaluateRaw(node);
    if (ts.isIdentifier(node)) return evaluateName(node);
    if (ts.isCallExpression(node)) return evaluateJoin(node);

    return undefined;
  };

  const evaluateTemplate = ({ head, templateSpans }: ts.TemplateExpression): Values =>
    templateSpans.reduce<Values>(
      (texts, { expression, literal }) => {
        const values = evaluate(expression);

        return values && texts?.flatMap((text) => values.map((value) => text + value + literal.text));
      },
      [head.text],
    );

  const evaluateRaw = ({ tag, template }: ts.TaggedTemplateExpression): Values =>
    tag.getText() === 'String.raw' && ts.isNoSubstitutionTemplateLiteral(template)
      ? [template.rawText ?? template.text]
      : undefined;

  const declarationOf = (node: ts.Identifier): ts.Declaration | undefined => {
    const symbol = checker.getSymbolAtLocation(node);
    const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;

    return (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration;
  };

  const evaluateName = (node: ts.Identifier): Values => {
    const declaration = declarationOf(node);
    if (declaration && ts.isParameter(declaration)) return evaluateParameter(declaration);
    const isConstant =
      declaration &&
      ts.isVariableDeclaration(declaration) &&
      (declaration.parent.flags & ts.NodeFlags.Const) !== 0;

    return isConstant && declaration.initializer ? evaluate(declaration.initializer) : undefined;
  };

  /** The arguments of all calls of the function; undefined when one of them is unknown. */
  const evaluateParameter = (parameter: ts.ParameterDeclaration): Values => {
    const owner = parameter.parent;
    if (!ts.isFunctionDeclaration(owner) || !owner.name) return undefined;
    const position = owner.parameters.indexOf(parameter);
    const passed = callsOf(owner).map(({ arguments: given }) => given[position] && evaluate(given[position]));

    return passed.every((each) => each !== undefined) ? [...new Set(passed.flat())] : undefined;
  };

  const callsOf = (owner: ts.FunctionDeclaration): ts.CallExpression[] => {
    const calls: ts.CallExpression[] = [];
    const visit = (node: ts.Node): void => {
      const isCall =
        ts.isCallExpression(node) &&
        ts.isIdentifier(node.expression) &&
        node.expression.text === owner.name?.text;
      if (isCall && declarationOf(node.expression as ts.Identifier) === owner) calls.push(node);
      ts.forEachChild(node, visit);
    };
    for (const source of sources) visit(source);

    return calls;
  };

  const evaluateJoin = ({ expression, arguments: [separator] }: ts.CallExpression): Values => {
    const isJoin = ts.isPropertyAccessExpression(expression) && expression.name.text === 'join';
    const elements = isJoin ? elementsOf(expression.expression) : undefined;
    const [between] = (separator && evaluate(separator)) ?? [];

    return elements && between !== undefined ? [elements.join(between)] : undefined;
  };

  const elementsOf = (node: ts.Expression): readonly string[] | undefined => {
    if (ts.isAsExpression(node)) return elementsOf(node.expression);
    if (ts.isIdentifier(node)) {
      const declaration = declarationOf(node);
      const initializer = declaration && ts.isVariableDeclaration(declaration) && declaration.initializer;

      return initializer ? elementsOf(initializer) : undefined;
    }
    if (!ts.isArrayLiteralExpression(node)) return undefined;
    const lists = node.elements.map((each) =>
      ts.isSpreadElement(each) ? elementsOf(each.expression) : evaluate(each),
    );

    return lists.every((each) => each !== undefined) ? lists.flat() : undefined;
  };

  return evaluate;
}
