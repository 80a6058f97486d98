/** In a function's folder: names what to bundle there before the function's first call. */
export const sourceFile = 'source.json';
