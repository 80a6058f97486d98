/**
 * The fields of a request that differ from the request with the values before the edit. Other fields are not sent, so the
 * changes of other users stay.
 */
export function changedFields<Request extends object>(request: Request, before: Request): Partial<Request> {
  const valuesBefore = before as Readonly<Record<string, unknown>>;

  return Object.fromEntries(
    Object.entries(request).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(valuesBefore[name]),
    ),
  ) as Partial<Request>;
}
