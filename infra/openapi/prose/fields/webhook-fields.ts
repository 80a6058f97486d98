const openEnumText = 'More values may be added.';

/** Webhooks, their deliveries and secrets. */
export const webhookTexts: Readonly<Record<string, string>> = {
  'Webhook.url':
    'URL that receives events: https on a public address, port 443 or 8443. Its path and query can be a secret, so viewers and `read-only` keys get only its beginning: `https://hooks.example.com/***`.',
  'Webhook.events':
    'Event types that the webhook receives. `["*"]` subscribes to all types, including those added later.',
  'Webhook.filters':
    'Restricts the subscribed events. An event must meet every filter that is not empty. Events without the filtered property are not sent: `contact.created` has no campaign.',
  'WebhookFilters.campaignIds': 'Only events of these campaigns, at most 20. Empty: no restriction.',
  'WebhookFilters.emailAccountIds':
    'Only events of emails from these accounts, at most 20. Empty: no restriction.',
  'WebhookFilters.tags':
    'Only events of contacts with at least one of these tags when the event is published. Empty: no restriction.',
  'Webhook.include':
    'Details that events contain in addition to ids, as of the time when the event was published. `contact`: `id`, `email`, `firstName`, `lastName` and `status` as `data.contact`. `campaign`: `id`, `name` and `status` as `data.campaign`. `variant`: `data.variantId` of `email.sent`; other events of an email do not contain it. A deleted contact or campaign is `null`. Events without a contact or campaign stay as they are. Empty by default: events have exactly the documented fields.',
  headers:
    'Headers that each request has in addition, such as `Authorization`: at most 10, with 4,096 characters in all. A request replaces all of them; `null` or `{}` clears them. Write-only: responses show only `headerNames`. Names that HTTP or the service sets are rejected: connection headers, `Host`, `Content-*`, `Accept*`, `User-Agent`, `Cookie`, `Expect`, `Date`, `Via`, `Proxy-*`, `X-Webhook-*`, `webhook-*` and `Idempotency-*`. A request that changes `url` to another scheme, host or port must have `headers` if the webhook has any.',
  'Webhook.headerNames':
    'Names of the `headers`. The values are stored encrypted and returned by no operation. Read-only.',
  'Webhook.createdBy':
    'Id of the user or API key that created the webhook, or that last changed its `url`. Stays the same after the user was removed or the key was revoked. `null` for the operator. Read-only.',
  'Webhook.secretCreatedBy':
    'Id of the user or API key that got the current secret, by the creation or by the last rotation. Stays the same after the user was removed or the key was revoked. `null` for the operator. Read-only.',
  'Webhook.replay': 'The last replay of the webhook. `null` if the webhook was never replayed. Read-only.',
  'Replay.after': 'Events after this time are sent.',
  'Replay.before': 'Events before this time are sent.',
  'Replay.deliveries': '`undelivered`: events without a successful delivery. `all`: all events.',
  'Replay.queued': 'Deliveries that the replay has queued so far.',
  'Replay.startedAt': 'Time of the request.',
  'Replay.completedAt':
    'Time when all events of the period were read. Their deliveries may still be held or in flight. `null` while events are read.',
  'Replay.statusReason': 'Why the replay does not send all events of the period. `null` if it sends all.',
  'ReplayFailure.code':
    '`events_unreadable`: events could not be read because of an internal error. `message` shows whether the replay omitted single events or ended before the rest. More values may be added.',
  'ReplayFailure.message': 'Description of the reason, with what to do.',
  'ReplayFailure.occurredAt': 'Time of the failure.',
  'ReplayRequest.after': 'Start of the period, at most 30 days ago.',
  'ReplayRequest.before': 'End of the period. Defaults to the current time, and must not be later.',
  'ReplayRequest.deliveries':
    '`undelivered` sends only events that no attempt has delivered, such as exhausted and held deliveries and events from before the webhook existed. `all` also sends delivered events again.',
  'Webhook.description': 'Internal notes. `null` if the webhook has no notes.',
  'Webhook.status':
    '`healthy`: events are sent. `failing`: 5 consecutive attempts failed; retries continue, new events wait, and one event per minute is attempted. `disabled`: nothing is sent until you enable the webhook, because 20 consecutive attempts failed, or because the creator of the webhook or of its secret was removed or revoked with `createdWebhooks=disable`. A success makes a failing webhook healthy. Read-only.',
  'Webhook.consecutiveFailures':
    'Failed attempts since the last success, each counted when it ends; at most 20, because attempts that end after the webhook was disabled do not count. Read-only.',
  'Webhook.lastSuccessAt':
    'Time of the last successful delivery, updated at most once per minute. `null` if no delivery has succeeded. Read-only.',
  'Webhook.lastFailureAt': 'Time of the last failed attempt. `null` if no attempt has failed. Read-only.',
  'Webhook.lastError': 'The last failure. `null` if no attempt has failed. Read-only.',
  'lastError.code': `Machine-readable code: \`dns\`, \`blocked_address\`, \`connect\`, \`tls\`, \`timeout\`, \`reset\`, \`too_large\`, or \`http_\` and the status code. ${openEnumText}`,
  'Webhook.disabledAt':
    'Time when the webhook was disabled. `null` if the webhook is not disabled. Read-only.',
  'Webhook.secretRotation':
    'State of a rotation while a previous secret is valid. `null` if only one secret is valid. Read-only.',
  'secretRotation.previousExpiresAt': 'Time when the last previous secret expires.',
  'secretRotation.previousSecrets':
    'The previous secrets that are still valid, at most 9, in the order of their expiry, the latest first.',
  'previousSecrets.expiresAt': 'Time when the secret expires.',
  'previousSecrets.isLastAccepted': 'Whether it is the secret of `lastAcceptedSecret`.',
  'secretRotation.lastAcceptedSecret':
    'The secret that your endpoint last proved to have, which signs `X-Webhook-Signature`. `previous` is any previous secret; it is the value directly after a rotation. It becomes `current` when your endpoint rejects a delivery and then accepts it with the new secret, or when it accepts the first request of `POST /webhooks/{id}/test`. An endpoint that verifies `webhook-signature` rejects no delivery, because that header has a signature by each valid secret: only the test completes its rotation.',
  'Webhook.nextAttemptAt':
    'Time of the next attempt after a failure: the earliest retry, or, while the webhook is `failing`, the earliest first attempt of a waiting event. `null` after a success, while the webhook is `disabled`, and once the time has passed. Read-only.',
  'Enabling.replay':
    'Whether to send held deliveries: `held` sends them, oldest first; `none` leaves them held.',
  'Delivery.id':
    'Id of the delivery. Each event has one delivery per webhook, regardless of the number of attempts.',
  'Delivery.webhookId': 'The webhook.',
  'Delivery.eventId': 'The event id: `X-Webhook-Id` of every attempt, and the `id` in `GET /activity`.',
  'Delivery.event': 'The event type. More values may be added.',
  'Delivery.status': `\`pending\`: waits for its next attempt. \`delivered\`: accepted by the endpoint. \`exhausted\`: all five attempts failed. \`held\`: waits until the endpoint responds again or the webhook is enabled. ${openEnumText}`,
  'Delivery.nextAttemptAt': 'Time of the next attempt. `null` if the delivery is not `pending`.',
  'Delivery.attempts': 'The last ten attempts with a result, oldest first.',
  'Delivery.resends': 'Number of resends that you requested, 20 times at most.',
  'Delivery.createdAt': 'Time of the event.',
  'DeliveryAttempt.number':
    'Number of the attempt, 1 to 5, as in `X-Webhook-Attempt`. A resend has the number of the attempt before it.',
  'DeliveryAttempt.trigger':
    '`schedule`: automatic attempt. `resend`: requested with `POST /webhooks/{id}/deliveries/{deliveryId}/resend`. `replay`: requested with `POST /webhooks/{id}/replay`.',
  'DeliveryAttempt.startedAt': 'Time when the first request was sent.',
  requests:
    'The requests of the attempt. There are several if your endpoint rejected the first one during a secret rotation: one for each valid secret at most. The last one determines the result.',
  'DeliveryRequest.signedWith':
    'The secret of `X-Webhook-Signature`, and of the only `webhook-signature` of a test: `current`, or `previous` for any previous secret.',
  statusCode: 'HTTP status of your endpoint. `null` if there was no response.',
  'DeliveryRequest.error': `Why there is no response: \`dns\`, \`blocked_address\` (not a public address), \`connect\`, \`tls\`, \`timeout\` after 10 seconds, \`reset\`, or \`too_large\` (response headers). \`null\` if there is a response. ${openEnumText}`,
  'DeliveryRequest.durationMs': 'Duration of the request in milliseconds.',
  'DeliveryRequest.responseSnippet':
    'The first 1 KB of the response body; empty if it is not plain text, and for requests between the first and the last one of a stored attempt.',
  'WebhookTestEvent.data.webhookId': 'The tested webhook.',
  'TestResult.eventId': 'The `X-Webhook-Id` of the test event. `GET /activity` does not list it.',
  'TestResult.isDelivered': 'Whether the endpoint returned 2xx.',
  'WebhookWithSecret.secret': 'Signing secret: `whsec_` and base64. Returned only on creation and rotation.',
  'Rotation.gracePeriodSeconds':
    'How long the replaced secret stays valid, in seconds. Earlier secrets keep their own times. 0 invalidates all previous secrets immediately.',
};
