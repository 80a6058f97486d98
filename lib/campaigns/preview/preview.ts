import { type ComposedPreview, composePreview } from '#lib/campaigns/preview/compose-preview.ts';
import type { EmailPreview, PreviewRequest } from '#lib/campaigns/preview/schemas.ts';
import { type PreviewTarget, readPreviewTarget, withoutContact } from '#lib/campaigns/preview/target.ts';
import { warningsOf } from '#lib/campaigns/preview/warnings.ts';
import type { Change } from '#lib/commit/change.ts';
import type { ComposeServices } from '#lib/emails/compose-step.ts';
import { piecesOf, usedTexts } from '#lib/emails/rendering/email-texts.ts';
import { mergeFields } from '#lib/emails/rendering/merge-fields.ts';
import type { Services } from '#lib/runtime/services.ts';
import { sampleId } from '#lib/values/ids.ts';

/**
 * Composes one email of a campaign without sending it, by the code that sends. It stores nothing.
 * @throws Problem 404 or 422
 */
export async function previewEmail(
  services: Services & ComposeServices,
  workspaceId: string,
  campaignId: string,
  request: PreviewRequest,
): Promise<Change<EmailPreview>> {
  const target = await readPreviewTarget(services, workspaceId, campaignId, request);
  const composed = await composePreview(services, workspaceId, withoutContact(target, sampleId('exe', 0)));

  return { writes: [], result: presentPreview(target, composed, request) };
}

function presentPreview(
  target: PreviewTarget,
  composed: ComposedPreview,
  request: PreviewRequest,
): EmailPreview {
  const { account, sender, step, variant, stepIndex, variantIndex, contact } = target;
  const { raw, content } = composed;
  const headers = headersOf(raw);
  const variables = variablesOf(target, composed);
  const requestedStep = request.steps?.[stepIndex];

  return {
    stepIndex,
    // A step or variant of the request without an id has a sample id, which is not returned.
    stepId: request.steps ? (requestedStep?.id ?? null) : step.id,
    variantIndex,
    variantId: request.steps ? (requestedStep?.variants[variantIndex]?.id ?? null) : variant.id,
    emailAccountId: account?.id ?? null,
    from: { email: sender.email, name: sender.fromName },
    to: contact.email,
    subject: composed.thread ? `Re: ${composed.subject}` : composed.subject,
    html: content.html ?? null,
    text: content.text,
    headers,
    sizeBytes: raw.length,
    variables,
    warnings: warningsOf({ ...composed, ownSubject: variant.subject, settings: target.campaign, variables }),
  };
}

/** The merge fields of the texts that the email uses, each with the value that it inserts. */
function variablesOf(target: PreviewTarget, composed: ComposedPreview): EmailPreview['variables'] {
  const { contact, sender, variant, campaign } = target;
  const { company, links, thread } = composed;
  const fields = mergeFields({ contact, company, sender, unsubscribeUrl: links.unsubscribeUrl });
  const { plainTextOnly } = campaign;
  const pieces = piecesOf(usedTexts(variant, { isReply: thread !== undefined, plainTextOnly }));
  const defaults = new Map<string, string | undefined>();
  for (const piece of pieces) {
    if (piece.kind !== 'field') continue;
    // A field is required if one of its uses has no default.
    const isRequired = defaults.has(piece.name) && defaults.get(piece.name) === undefined;
    if (!isRequired) defaults.set(piece.name, piece.fallback);
  }

  return [...defaults].map(([name, fallback]) => {
    const value = fields.get(name) ?? fallback ?? null;

    return { name, value, isMissing: value === null };
  });
}

/** The headers of a message that this service has composed, unfolded. */
function headersOf(raw: Buffer): EmailPreview['headers'] {
  const head = raw.toString('latin1').split('\r\n\r\n', 1)[0] ?? '';

  return head
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .map((line) => {
      const colon = line.indexOf(':');

      return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
    });
}
