import * as z from 'zod/mini';
import type { Role } from '../iam/policy.ts';
import { type Resource, resourcesOf } from './resources.ts';
import { readRole } from './roles.ts';

export interface FunctionModel {
  /** The operation's name, from the function's tag. */
  readonly operation: string;
  readonly name: string;
  readonly arn: string;
  readonly codeFolder: string;
  /** For example `index.handler`. */
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly role: Role;
}

const FunctionProperties = z.object({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  Role: z.string(),
  Timeout: z._default(z.coerce.number(), 3),
  MemorySize: z._default(z.coerce.number(), 128),
  Environment: z._default(z.object({ Variables: z.record(z.string(), z.coerce.string()) }), {
    Variables: {},
  }),
  Tags: z._default(z.array(z.object({ Key: z.string(), Value: z.string() })), []),
});

/**
 * The functions with an `operation` tag; others are helpers of the deployment.
 * @throws when the assembly has no code for a function, or its role has unsupported policies.
 */
export function readFunctions(
  resources: readonly Resource[],
  assetPaths: ReadonlyMap<string, string>,
): FunctionModel[] {
  return resourcesOf(resources, 'AWS::Lambda::Function').flatMap((resource) => {
    const properties = z.parse(FunctionProperties, resource.properties());
    const operation = properties.Tags.find(({ Key }) => Key === 'operation')?.Value;
    if (operation === undefined) return [];

    const codeFolder = assetPaths.get(properties.Code.S3Key);
    if (codeFolder === undefined) throw new Error(`The code of ${operation} is not in the assembly`);

    return {
      operation,
      name: resource.name,
      arn: resource.arn,
      codeFolder,
      handler: properties.Handler,
      timeoutSeconds: properties.Timeout,
      memoryMb: properties.MemorySize,
      environment: properties.Environment.Variables,
      role: readRole(resources, properties.Role),
    };
  });
}
