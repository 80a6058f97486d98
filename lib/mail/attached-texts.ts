import type { Email } from 'postal-mime';

/** Attached texts, by their type. Each may be truncated. */
export interface AttachedTexts {
  /** Fields of a delivery report (RFC 3464); empty if the message has no such part. */
  readonly status: string;
  /** An attached message or its header, in a report the returned one; empty without such an attachment. */
  readonly original: string;
  /** RFC 5965: feedback about a message. */
  readonly feedback: string | undefined;
  /** The first other texts, because some systems attach the returned header with a non-standard type. */
  readonly otherText: string;
}

/** Characters read of an attachment, and of a body without parts. */
export const attachedMax = 65_536;
/** Attachments that are read as other text. */
const otherTextsMax = 2;

const statusTypes: readonly string[] = ['message/delivery-status', 'message/global-delivery-status'];
const originalTypes = (
  'message/rfc822 text/rfc822-headers text/rfc822-header message/rfc822-headers message/partial ' +
  'message/global message/global-headers'
).split(' ');
const feedbackTypes: readonly string[] = ['message/feedback-report'];

/** Undefined if the message has no attachments. */
export function attachedTextsOf({ attachments }: Email): AttachedTexts | undefined {
  if (attachments.length === 0) return undefined;
  const contentOf = (types: readonly string[]) => {
    const attachment = attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));

    return attachment && textOf(attachment);
  };
  const reportTypes = [...statusTypes, ...originalTypes, ...feedbackTypes];
  const others = attachments.filter(
    ({ mimeType }) => /^(?:text|message)\//.test(mimeType) && !reportTypes.includes(mimeType.toLowerCase()),
  );

  return {
    status: contentOf(statusTypes) ?? '',
    original: contentOf(originalTypes) ?? '',
    feedback: contentOf(feedbackTypes),
    otherText: others.slice(0, otherTextsMax).map(textOf).join('\n'),
  };
}

function textOf({ content }: Email['attachments'][number]): string {
  const text = typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString();

  return text.slice(0, attachedMax);
}
