import { idSchema } from '#lib/values/schemas.ts';

/** Separate module: functions that need only the id do not bundle the execution schemas. */
export const ExecutionId = idSchema('exe');
