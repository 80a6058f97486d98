interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles. Lambda passes credentials only in these
 * variables, and replaces the whole environment when they rotate. The providers for SSO, profiles and
 * metadata servers would be 40 % of a bundle.
 *
 * @throws when a variable is missing.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
export function defaultProvider(): () => Promise<Credentials> {
  return async () => {
    const variables = process.env;
    const accessKeyId = variables['AWS_ACCESS_KEY_ID'];
    const secretAccessKey = variables['AWS_SECRET_ACCESS_KEY'];
    const sessionToken = variables['AWS_SESSION_TOKEN'];

    if (!accessKeyId || !secretAccessKey) {
      throw new Error('AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set.');
    }

    return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
  };
}
