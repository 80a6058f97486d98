/**
 * Dollars per million, us-east-1, on demand, without a free tier. From aws.amazon.com's price pages of
 * dynamodb, sqs, eventbridge, kms, api-gateway, lambda and cloudwatch: check them before you use them for a
 * budget.
 */
export const pricePerMillion = {
  writeUnits: 0.625,
  readUnits: 0.125,
  sqsCalls: 0.4,
  schedulerCalls: 1,
  kmsCalls: 3,
  /** The price of a PUT; a GET costs less, and a deletion nothing. */
  s3Calls: 5,
  gatewayRequests: 3.5,
  lambdaInvocations: 0.2,
  /** arm64. */
  lambdaGbSeconds: 13.3334,
  /** 0.50 per GB. */
  logKilobytes: 0.5,
} as const;

/** Dollars per month of existing resources, regardless of usage; a metric only while it has values. */
export const pricePerMonth = {
  alarm: 0.1,
  metric: 0.3,
  dashboard: 3,
  kmsKey: 1,
} as const;

/** Dollars per gigabyte, or per gigabyte and month. The first 100 GB of a month to the internet are free. */
export const pricePerGigabyte = {
  transferOut: 0.09,
  table: 0.25,
  /** Point-in-time recovery. */
  recovery: 0.2,
  /** Of compressed data. */
  storedLogs: 0.03,
} as const;
