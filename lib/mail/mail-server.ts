import * as z from 'zod/mini';
import { text } from '#lib/values/schemas.ts';

/** How an account sends or reads; the password is sealed before it is stored and read back by nobody but the worker. */
export const MailServer = z.strictObject({
  host: text(253, z.minLength(1)),
  port: z.int().check(z.gte(1), z.lte(65_535)),
  /** TLS from the first byte; without it STARTTLS must succeed. */
  secure: z.boolean(),
  username: text(320, z.minLength(1)),
});
export type MailServer = z.infer<typeof MailServer>;
