/** A parsed Content-Type: RFC 9110, section 8.3.1. */
export interface MediaType {
  /** Lower case, without parameters. */
  readonly type: string;
  readonly charset: string | undefined;
  /** Only for multipart bodies. */
  readonly boundary: string | undefined;
}

/** Hand-written, because Node's `MIMEType` would load another module in every function. */
export function readMediaType(value = ''): MediaType {
  return {
    type: value.split(';')[0]?.trim().toLowerCase() ?? '',
    charset: parameter(value, /;\s*charset=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i),
    boundary: parameter(value, /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i),
  };
}

function parameter(value: string, pattern: RegExp): string | undefined {
  const [, quoted, token] = pattern.exec(value) ?? [];

  return quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
}
