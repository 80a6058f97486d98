import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { queueVariable } from '#lib/runtime/capabilities.ts';
import { queueNames } from '#lib/values/queues.ts';
import { UserError } from '../command-line/user-error.ts';
import { streamDeadLetters } from './queues.ts';

/** The file of `cdk deploy --outputs-file`: values by stack and output. */
const CdkOutputs = z.record(z.string(), z.record(z.string(), z.string()));

/** The output of `aws cloudformation describe-stacks`. */
const DescribedStacks = z.object({
  Stacks: z.array(
    z.object({
      StackName: z.string(),
      Outputs: z._default(z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() })), []),
    }),
  ),
});

/** Either of the two formats, as a list of stacks with their outputs. */
const OutputsFile = z.union([
  z.pipe(
    DescribedStacks,
    z.transform(({ Stacks }) =>
      Stacks.map(({ StackName: stack, Outputs }) => ({
        stack,
        outputs: Object.fromEntries(Outputs.map((output) => [output.OutputKey, output.OutputValue])),
      })),
    ),
  ),
  z.pipe(
    CdkOutputs,
    z.transform((file) => Object.entries(file).map(([stack, outputs]) => ({ stack, outputs }))),
  ),
]);

const stackNamePattern = /^outreach-(?<stage>.+)-(data|api|workers)$/;

/** The environment variable for each stack output. CDK generates the casing of the outputs' names. */
export const variableByOutput: Readonly<Record<string, string>> = {
  TableName: 'TABLE_NAME',
  SecretsKeyArn: 'SECRETS_KEY_ARN',
  ExportsBucketName: 'EXPORTS_BUCKET_NAME',
  eventspublishDeadLettersUrl: streamDeadLetters.variable,
  ...Object.fromEntries(queueNames.map((name) => [`${name}QueueUrl`, queueVariable(name)] as const)),
};

/**
 * Reads the environment variables for a deployed stage from a file with the outputs of its stacks. The region is taken
 * from the ARN of the secrets key.
 * @param stage required if the file has the stacks of several stages
 * @throws UserError if the file cannot be read, has no complete stage, or has several stages and `stage` is missing
 */
export function readDeployedStage(file: string, stage: string | undefined): Record<string, string> {
  const stageStacks = readOutputs(file)
    .map(({ stack, outputs }) => ({ stageName: stackNamePattern.exec(stack)?.groups?.['stage'], outputs }))
    .filter(({ stageName }) => stageName !== undefined && (stage === undefined || stageName === stage));
  const stages = [...new Set(stageStacks.map(({ stageName }) => stageName))];
  if (stages.length === 0) throw new UserError(`${file} has no outputs of ${stage ?? 'any stage'}`);
  if (stages.length > 1) throw new UserError(`--stage is missing: ${file} has ${stages.join(' and ')}`);

  const outputs: Record<string, string> = Object.assign({}, ...stageStacks.map((each) => each.outputs));
  const variables = Object.entries(variableByOutput).flatMap(([output, variable]) =>
    outputs[output] === undefined ? [] : [[variable, outputs[output]]],
  );
  const region = outputs['SecretsKeyArn']?.split(':')[3];
  if (outputs['TableName'] === undefined || region === undefined) {
    throw new UserError(`${file} lacks the outputs of outreach-${stages[0]}-data`);
  }

  return { ...Object.fromEntries(variables), AWS_REGION: region };
}

function readOutputs(file: string): z.infer<typeof OutputsFile> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UserError(`--outputs ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = OutputsFile.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new UserError(
    `--outputs ${file} has no stack outputs. Create the file with cdk deploy --all --outputs-file ${file}.`,
  );
}
