/**
 * Types of an event's fields that a regional REST API has sent to a Lambda proxy integration, without an
 * authorizer and usage plans. The values are not kept.
 * Sources:
 * - LocalStack's recordings of AWS: `tests/aws/services/apigateway/test_apigateway_lambda.snapshot.json`
 * - https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export const recordedShape = {
  body: 'string',
  headers: 'texts',
  httpMethod: 'string',
  isBase64Encoded: 'boolean',
  multiValueHeaders: 'lists',
  multiValueQueryStringParameters: 'lists',
  path: 'string',
  pathParameters: 'texts',
  queryStringParameters: 'texts',
  requestContext: {
    accountId: 'string',
    apiId: 'string',
    deploymentId: 'string',
    domainName: 'string',
    domainPrefix: 'string',
    extendedRequestId: 'string',
    httpMethod: 'string',
    identity: {
      accessKey: 'null',
      accountId: 'null',
      caller: 'null',
      cognitoAuthenticationProvider: 'null',
      cognitoAuthenticationType: 'null',
      cognitoIdentityId: 'null',
      cognitoIdentityPoolId: 'null',
      principalOrgId: 'null',
      sourceIp: 'string',
      user: 'null',
      userAgent: 'string',
      userArn: 'null',
    },
    path: 'string',
    protocol: 'string',
    requestId: 'string',
    requestTime: 'string',
    requestTimeEpoch: 'number',
    resourceId: 'string',
    resourcePath: 'string',
    stage: 'string',
  },
  resource: 'string',
  stageVariables: 'null',
} as const;

/**
 * Keys of `events/testdata/apigw-request.json` of aws/aws-lambda-go, except the keys of features that are
 * unused here.
 */
export const keysOfLambdaGo = {
  event: [
    ...['resource', 'path', 'httpMethod', 'headers', 'multiValueHeaders', 'queryStringParameters'],
    ...['multiValueQueryStringParameters', 'pathParameters', 'stageVariables', 'requestContext', 'body'],
  ],
  requestContext: [
    ...['accountId', 'resourceId', 'stage', 'domainName', 'domainPrefix', 'requestId', 'identity'],
    ...['resourcePath', 'httpMethod', 'requestTime', 'requestTimeEpoch', 'apiId'],
  ],
  identity: [
    ...['cognitoIdentityPoolId', 'accountId', 'cognitoIdentityId', 'caller', 'accessKey', 'sourceIp'],
    ...['cognitoAuthenticationType', 'cognitoAuthenticationProvider', 'userArn', 'userAgent', 'user'],
  ],
};
