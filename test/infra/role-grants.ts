import * as z from 'zod/mini';
import { type Resource, render } from './synthesised.ts';

const OneOrMany = z.pipe(
  z.unknown(),
  z.transform((value) => (Array.isArray(value) ? value : [value])),
);
const Policies = z.array(
  z.object({
    PolicyDocument: z.object({
      Statement: z.array(
        z.object({
          Effect: z.literal('Allow'),
          Action: OneOrMany,
          Resource: OneOrMany,
          Condition: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
        }),
      ),
    }),
  }),
);

/** The permissions of a role: `action resource [if operator key value]`, one line for each pair. */
export function grantsOf(role: Resource): Set<string> {
  const statements = z
    .parse(Policies, role.properties['Policies'])
    .flatMap((it) => it.PolicyDocument.Statement);

  return new Set(
    statements.flatMap(({ Action, Resource, Condition }) =>
      Action.flatMap((action) =>
        Resource.map((resource) => `${action} ${renderArn(resource)}${renderCondition(Condition)}`),
      ),
    ),
  );
}

/** An export's name ends with a hash, too. */
function renderArn(resource: unknown): string {
  return render(resource).replaceAll(/(<[^>]*Arn)[0-9A-F]+>/g, '$1>');
}

function renderCondition(condition: Record<string, Record<string, unknown>> | undefined): string {
  return Object.entries(condition ?? {})
    .flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, value]) => ` if ${operator} ${key} ${value}`),
    )
    .join('');
}
