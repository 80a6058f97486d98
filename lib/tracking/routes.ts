import * as z from 'zod/mini';
import { contract } from '#lib/http/contract.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';
import { text } from '#lib/values/schemas.ts';

/** API Gateway's limit of a request line: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const tokenLengthMax = 10_240;

const params = z.strictObject({ token: text(tokenLengthMax) });

/** Limits the cost of a flood of requests and its share of the AWS account's concurrency. */
const visitsPerSecond = 500;
const pagesPerSecond = 100;

/** An open, a click or an unsubscribe proves that a message with an unknown outcome was delivered: it is recorded as sent. */
const proofOfDeliveryEvents = ['email.sent', 'campaign.contact_completed'] as const;

const visitsLost: LogMetric = {
  name: 'VisitsLost',
  where: { message: 'visit not recorded' },
  // One is lost when the table takes long once.
  alarm: {
    threshold: 10,
    isLasting: true,
    severity: 'ticket',
    impact: 'opens and clicks are missing from activity',
  },
};

export const trackingRoutes = {
  open: contract({
    method: 'GET',
    path: '/t/o/{token}',
    summary: 'Open-tracking image',
    auth: 'link',
    needs: ['visits:record', 'tokens:sign', 'links:make'],
    emits: ['email.opened', ...proofOfDeliveryEvents],
    params,
    responses: { 200: z.string() },
    produces: 'image/gif',
    requestsPerSecond: visitsPerSecond,
    metrics: [visitsLost],
    extension: true,
  }),
  click: contract({
    method: 'GET',
    path: '/t/c/{token}',
    summary: 'Redirect to the destination of a link',
    auth: 'link',
    needs: ['visits:record', 'tokens:sign', 'links:make'],
    emits: ['email.clicked', ...proofOfDeliveryEvents],
    params,
    responses: { 302: z.undefined() },
    requestsPerSecond: visitsPerSecond,
    metrics: [visitsLost],
    extension: true,
  }),
  unsubscribePage: contract({
    method: 'GET',
    path: '/u/{token}',
    summary: 'Unsubscribe confirmation page',
    auth: 'link',
    // It reads no item: the token has a MAC.
    needs: ['requests:count', 'tokens:sign'],
    params,
    responses: { 200: z.string() },
    produces: 'text/html; charset=utf-8',
    requestsPerSecond: pagesPerSecond,
    extension: true,
  }),
  unsubscribe: contract({
    method: 'POST',
    path: '/u/{token}',
    summary: 'Unsubscribe the address that the message was sent to',
    auth: 'link',
    needs: ['visits:unsubscribe', 'tokens:sign'],
    emits: ['email.unsubscribed', 'contact.blocklisted', 'contact.updated', ...proofOfDeliveryEvents],
    params,
    rawBodyTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    bodyIsOptional: true,
    responses: { 200: z.string() },
    produces: 'text/html; charset=utf-8',
    requestsPerSecond: pagesPerSecond,
    extension: true,
  }),
};
