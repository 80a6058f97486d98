/**
 * SHA-256 of the three style elements that the renderer creates: its own styles, the styles of its messages, and its theme with the
 * colours of `start.js`. A new version of the renderer, or other colours, needs other values, which the browser's console names.
 */
const styleHashes = [
  'SdwVUZnWy8xuzu9alwp9UnSB2w2COBuIILA4H0uPqJM=',
  'l/2OpPg0d+2VLTLgwjf5mQo2CYwHDEqdj5TjbfEyVJI=',
  'JatiuXqZ/+147mjqN8wxYP/4z+vHbkXXTwYec7CdcBc=',
];

/**
 * Policy of `GET /docs`: requests to the own origin, no inline script, and only the styles of the renderer. It also writes style
 * attributes, such as line counts of code, which differ per sample.
 */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src ${styleHashes.map((hash) => `'sha256-${hash}'`).join(' ')}`,
  "style-src-attr 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
