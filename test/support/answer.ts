/** The typed client's result of a request. */
export interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a successful response. @throws for any other response */
export function bodyOf<Data>({ data, error, response }: Answer<Data>): NonNullable<Data> {
  if (!response.ok || data === undefined || data === null) {
    throw new Error(`${response.url} returned ${response.status}: ${JSON.stringify(error)}`);
  }

  return data;
}

export interface Page<Element> {
  readonly data: Element[];
  readonly nextCursor: string | null;
}
