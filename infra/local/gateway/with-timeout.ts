/** Resolves with `undefined` when the promise takes longer than `seconds`. */
export async function withTimeout<Value>(
  promise: Promise<Value>,
  seconds: number,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), seconds * 1000);
  });

  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
