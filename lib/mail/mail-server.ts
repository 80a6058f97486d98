import * as z from 'zod/mini';
import { text } from '#lib/values/schemas.ts';

/** A server for sending or reading. Its password is stored encrypted, and only workers decrypt it. */
export const MailServer = z.strictObject({
  host: text(253, z.minLength(1)),
  port: z.int().check(z.gte(1), z.lte(65_535)),
  /** Implicit TLS; otherwise STARTTLS is required. */
  secure: z.boolean(),
  username: text(320, z.minLength(1)),
});
export type MailServer = z.infer<typeof MailServer>;
