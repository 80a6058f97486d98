import { idSchema } from '#lib/values/schemas.ts';

export const ExecutionId = idSchema('exe');
