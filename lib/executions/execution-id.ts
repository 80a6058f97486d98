import { idSchema } from '#lib/http/schemas.ts';

export const ExecutionId = idSchema('exe');
