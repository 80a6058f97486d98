/** All values of each header or query parameter, by name. */
export type MultiValues = Record<string, string[]>;

/**
 * Headers that do not reach a Lambda proxy integration. AWS's table lists `Transfer-Encoding` as an "Exception" for Lambda,
 * without stating the effect for the client; it is dropped here. `Content-Length` is absent in recorded events.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html#api-gateway-known-issues-rest-apis
 */
const droppedFromRequests = namesIn(
  'connection content-length content-md5 expect max-forwards proxy-authenticate server',
  'te trailer transfer-encoding upgrade www-authenticate x-http-method-override',
);

/** Header names keep the case in which they were sent, except these, as in recorded events. */
const namesInTitleCase: Readonly<Record<string, string>> = {
  authorization: 'Authorization',
  'user-agent': 'User-Agent',
};

/** The headers of a request before the gateway drops any. @param rawHeaders names and values alternate */
export function collectHeaders(rawHeaders: readonly string[]): MultiValues {
  const headers: MultiValues = Object.create(null);

  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const lowerName = name.toLowerCase();
    const existingKey = Object.keys(headers).find((key) => key.toLowerCase() === lowerName);
    const key = existingKey ?? namesInTitleCase[lowerName] ?? name;
    headers[key] = [...(headers[key] ?? []), rawHeaders[index + 1] ?? ''];
  }

  return headers;
}

/** Headers of a request as the function receives them: without AWS signatures and other headers that the gateway drops. */
export function forFunction(headers: MultiValues): MultiValues {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, values]) =>
        !droppedFromRequests.has(name.toLowerCase()) &&
        !(name === 'Authorization' && values.some((value) => value.startsWith('AWS4-HMAC-SHA256'))),
    ),
  );
}

/** @param name in lower case */
export function headerValues(headers: MultiValues, name: string): readonly string[] {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? [];
}

/** @param name in lower case */
export function lastHeader(headers: MultiValues, name: string): string | undefined {
  return headerValues(headers, name).at(-1);
}

/** Total size of all values, as AWS's quota counts it. */
export function headerBytes(headers: MultiValues): number {
  return Object.values(headers)
    .flat()
    .reduce((sum, value) => sum + Buffer.byteLength(value, 'latin1'), 0);
}

/** The gateway computes `content-length`. */
const droppedFromResponses = namesIn(
  'content-length expect host proxy-authenticate te trailer transfer-encoding upgrade via',
);

/** API Gateway gives these the prefix `x-amzn-remapped-`. */
const remappedInResponses = namesIn(
  'authorization connection content-md5 date max-forwards server user-agent www-authenticate',
);

/** @param lines names that are separated by spaces */
function namesIn(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** Headers of a function's response as the client receives them. */
export function forClient(
  headers: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const lowerName = name.toLowerCase();
      if (droppedFromResponses.has(lowerName)) return [];

      return [[remappedInResponses.has(lowerName) ? `x-amzn-remapped-${lowerName}` : lowerName, value]];
    }),
  );
}
