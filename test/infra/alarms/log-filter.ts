/** Whether a line has the values of a metric filter's pattern: `{ ($.a = "x*") && ($.b.c != "y") }`. */
export function matches(pattern: string, line: object): boolean {
  const terms = [...pattern.matchAll(/\$\.([\w.]+) (=|!=) "([^"]*)"/g)];
  if (terms.length === 0) throw new Error(`The pattern ${pattern} is not understood.`);

  return terms.every(([, path = '', operator, wanted = '']) => {
    const value = valueAt(line, path);
    // A line without the field matches neither operator.
    if (value === undefined) return false;
    const isEqual = wanted.endsWith('*')
      ? String(value).startsWith(wanted.slice(0, -1))
      : String(value) === wanted;

    return isEqual === (operator === '=');
  });
}

export function valueAt(line: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => Object(value)[name], line);
}
