import * as z from 'zod/mini';

/** Spelling as in the specification's table of scopes. */
export const Scope = z.enum(['full-access', 'read-only']);
export type Scope = z.infer<typeof Scope>;
