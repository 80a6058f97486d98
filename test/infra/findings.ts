import type { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/** Findings of cdk-nag's AwsSolutions rules without an acknowledgement, as `rule: path`. */
export function findingsIn(app: App): string[] {
  return new AwsSolutionsChecks(app)
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName}: ${constructPath}`),
    );
}
