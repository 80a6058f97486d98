/** What the reference says of webhooks as a whole. In the part of Markdown that `lib/docs/markdown.ts` reads. */
export const webhooksText = `
Endpoints of yours that hear of events as they happen, 50 per workspace at most. What is sent to them, and how to verify it, is
told under [Webhook events](#webhook-events).

### States of a webhook

| Status | What happens | What becomes of it |
| --- | --- | --- |
| \`healthy\` | 5 failed attempts in a row | \`failing\`; deliveries and retries go on |
| \`failing\` | a success | \`healthy\`; counting begins anew |
| \`failing\` | 20 failed attempts in a row | \`disabled\`; nothing is sent any more |
| \`disabled\` | | stays: delete it and create another |

Every attempt counts, retries included; one success sets the count to 0.

### Changing the secret

Rotating gives a new secret, and the one that your endpoint knows stays valid for \`gracePeriodSeconds\`, 7 days unless you say
otherwise. During that time deliveries are signed with the secret that your endpoint last accepted; one that it rejects is sent
again at once with the other. So an endpoint may change to the new secret at any moment of these days without losing an event.
`.trim();
