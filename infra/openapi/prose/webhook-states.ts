/** What the reference says of webhooks as a whole. In the part of Markdown that `lib/docs/markdown.ts` reads. */
export const webhooksText = `
Endpoints of yours that hear of events as they happen, 50 per workspace at most. What is sent to them, and how to verify it, is
told under [Webhook events](#webhook-events).

### States of a webhook

| Status | What happens | What becomes of it |
| --- | --- | --- |
| \`healthy\` | 5 failed attempts in a row | \`failing\`; one attempt is made in a minute, everything else is held |
| \`failing\` | a success | \`healthy\`; counting begins anew, and what was held is sent |
| \`failing\` | 20 failed attempts in a row | \`disabled\`; nothing is sent any more, everything is held |
| \`disabled\` | you enable it | \`healthy\`; what was held is sent if you ask for it |

Every attempt counts, retries included, but for those that were under way when the webhook turned \`failing\`: they are part of
the same outage. One success sets the count to 0. Enabling a webhook that is \`failing\` works too, and needs no waiting.

### When an endpoint does not answer

An event is attempted five times: at once, and 1 minute, 5 minutes, 30 minutes and 2 hours after each failure. An answer of 429
or 503 with \`Retry-After\` may ask for a longer wait, of 2 hours at most.

While the webhook is \`failing\`, one attempt in a minute tries whether the endpoint answers again; all other deliveries that come
due, retries too, are \`held\`. That costs them no attempt. Once the webhook is \`healthy\` again they are sent by themselves,
oldest first, 100 in a second. Held deliveries wait up to 7 days from the event; what is older then is not sent any more, but is
still on the list and can be sent again one by one.

An endpoint that does not answer within half a second is slow until 30 seconds after its last slow answer. A slow endpoint has
at most 8 requests in flight, and all slow endpoints of a workspace together at most 16. Further deliveries are \`held\`, which
costs them no attempt, and are sent within seconds after a request has ended.

### Changing the secret

Rotating gives a new secret, and the one that your endpoint knows stays valid for \`gracePeriodSeconds\`, 7 days unless you say
otherwise. During that time deliveries are signed with the secret that your endpoint last accepted; one that it rejects is sent
again at once with the other. So an endpoint may change to the new secret at any moment of these days without losing an event.
An endpoint that rejected both three times in a row fails for another reason: for ten minutes it gets one signature an attempt.

Once others know a secret, rotate it, give your endpoint the new one and revoke the previous one: the days that are left of it
end with that answer. An endpoint that still compares with the old secret rejects what comes from then on.
`.trim();
