/**
 * Dollars per million, us-east-1, on demand, no free tier. From the pages of aws.amazon.com on the prices of dynamodb, sqs,
 * eventbridge, kms, api-gateway, lambda and cloudwatch: look there before a budget stands on them.
 */
export const pricePerMillion = {
  writeUnits: 0.625,
  readUnits: 0.125,
  sqsCalls: 0.4,
  schedulerCalls: 1,
  kmsCalls: 3,
  gatewayRequests: 3.5,
  lambdaInvocations: 0.2,
  /** Of arm64. */
  lambdaGbSeconds: 13.3334,
  /** 0.50 a GB. */
  logKilobytes: 0.5,
} as const;

/** Dollars a month for what is there, whether anybody calls it or not; a metric, only while something tells it a value. */
export const pricePerMonth = {
  alarm: 0.1,
  metric: 0.3,
  dashboard: 3,
  kmsKey: 1,
} as const;
