/** One value per period, oldest first; undefined where a metric has no data. */
export type Series = readonly (number | undefined)[];

type Values = Readonly<Record<string, Series>>;

const functions: Readonly<Record<string, (...values: never[]) => Series>> = {
  /** `REPEAT` fills only after the first value. */
  FILL: (series: Series, filler: Series | 'REPEAT') => {
    let last: number | undefined;

    return series.map((value, at) => {
      last = value ?? last;
      return value ?? (filler === 'REPEAT' ? last : filler[at]);
    });
  },
  /** Without a value for the other case, the series has no data there. */
  IF: (condition: Series, yes: Series, no?: Series) =>
    condition.map((value, at) => (value === undefined ? undefined : value ? yes[at] : no?.[at])),
};

const operators: readonly Readonly<Record<string, (a: number, b: number) => number>>[] = [
  { '>': (a, b) => Number(a > b) },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b, '/': (a, b) => a / b },
];

/**
 * The part of metric math that alarms use.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export function evaluateExpression(expression: string, values: Values, periods: number): Series {
  const tokens = expression.match(/[A-Za-z_]\w*|\d+(?:\.\d+)?|[-+*/>(),]/g) ?? [];
  let at = 0;

  const primary = (): Series => {
    const token = tokens[at++] ?? '';
    if (/^\d/.test(token)) return Array.from({ length: periods }, () => Number(token));
    if (token === '(') return closed(binary(0));
    if (tokens[at] !== '(') return required(values[token], token);
    at += 1;
    const parameters = [argument()];
    while (tokens[at] === ',') {
      at += 1;
      parameters.push(argument());
    }

    return closed(required(functions[token], token)(...(parameters as never[])));
  };
  const argument = (): Series | 'REPEAT' => {
    if (tokens[at] !== 'REPEAT') return binary(0);
    at += 1;

    return 'REPEAT';
  };
  const closed = (series: Series): Series => {
    if (tokens[at++] !== ')') throw new Error(`A parenthesis is missing in ${expression}.`);

    return series;
  };
  const binary = (level: number): Series => {
    const known = operators[level];
    if (known === undefined) return primary();
    let left = binary(level + 1);
    for (let apply = known[tokens[at] ?? '']; apply !== undefined; apply = known[tokens[at] ?? '']) {
      at += 1;
      left = combine(left, binary(level + 1), apply);
    }

    return left;
  };

  return binary(0);
}

function combine(left: Series, right: Series, apply: (a: number, b: number) => number): Series {
  return left.map((a, at) => {
    const b = right[at];
    const value = a === undefined || b === undefined ? undefined : apply(a, b);

    return Number.isFinite(value) ? value : undefined;
  });
}

function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`${name} is unknown.`);

  return value;
}
