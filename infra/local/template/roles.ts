import * as z from 'zod/mini';
import { UserError } from '../../command-line/user-error.ts';
import { findUnsupported, type Role, type Statement } from '../iam/policy.ts';
import type { Resource } from './resources.ts';

const OneOrMany = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => [value].flat()),
);

/** Strict, because any other field would change the meaning of the statement. */
const StatementProperties = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(['Allow', 'Deny']),
  Action: OneOrMany,
  Resource: OneOrMany,
  Condition: z._default(z.record(z.string(), z.record(z.string(), OneOrMany)), {}),
});

const RoleProperties = z.object({
  Policies: z._default(
    z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(StatementProperties) }) })),
    [],
  ),
  // These must be absent, because the local stack would ignore them.
  ManagedPolicyArns: z.optional(z.undefined()),
  PermissionsBoundary: z.optional(z.undefined()),
});

/** Resources that attach a policy to a role. */
const attachments = ['AWS::IAM::Policy', 'AWS::IAM::RolePolicy', 'AWS::IAM::ManagedPolicy'];

/**
 * A role with its inline policies.
 * @throws {UserError} when a policy has parts that the local stack does not support
 */
export function readRole(resources: readonly Resource[], arn: string): Role {
  const role = resources.find((resource) => resource.type === 'AWS::IAM::Role' && resource.arn === arn);
  if (role === undefined) throw new UserError(`The template has no role ${arn}.`);
  const { data, error } = RoleProperties.safeParse(role.properties());
  if (error)
    throw new UserError(`The local stack cannot evaluate ${role.name}: ${JSON.stringify(error.issues[0])}`);
  const statements = data.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement.map(toStatement));
  if (resources.some(({ type }) => attachments.includes(type))) {
    throw new UserError('The local stack supports inline policies of roles only, not attached ones.');
  }
  const unsupported = statements
    .map(findUnsupported)
    .find((unsupportedPart) => unsupportedPart !== undefined);
  if (unsupported !== undefined) {
    throw new UserError(
      `The local stack does not support ${unsupported} in ${role.name}: add it to infra/local/iam, so that it is not ignored.`,
    );
  }

  return { name: role.name, statements };
}

function toStatement({
  Effect,
  Action,
  Resource,
  Condition,
}: z.infer<typeof StatementProperties>): Statement {
  return {
    effect: Effect,
    actions: Action,
    resources: Resource,
    conditions: Object.entries(Condition).flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, values]) => ({ operator, key, values })),
    ),
  };
}
