import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };

/** The recommended behaviour of CDK, in every app that has the service, so that an app's own flags do not change the templates. */
export const featureFlags: Readonly<Record<string, unknown>> = {
  ...recommended,
  // CloudFormation does not remove a stack export in use, so the data stack cannot delete the table while functions use it.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
  // White space counts for the maximum size of a template.
  '@aws-cdk/core:suppressTemplateIndentation': true,
  // A role states the permissions of each need on its own.
  '@aws-cdk/aws-iam:minimizePolicies': false,
  // CDK's function that uploads files would get a log group that is kept for two years and remains when its stack is deleted.
  '@aws-cdk/aws-lambda:useCdkManagedLogGroup': false,
};
