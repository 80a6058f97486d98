/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
export const urlLengthMax = 10_240;
export const headerBytesMax = 10_240;
export const bodyBytesMax = 10_485_760;

/**
 * Size of a synchronous invocation, "6 MB each": https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html The
 * exact numbers come from Lambda's error messages: "Request must be smaller than 6291456 bytes" and "Exceeded maximum
 * allowed payload size (6291556 bytes)".
 */
export const eventBytesMax = 6_291_456;
export const responseBytesMax = 6_291_556;
