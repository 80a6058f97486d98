/** File in a function's folder. It names the source to bundle there before the function's first invocation. */
export const sourceFile = 'source.json';
