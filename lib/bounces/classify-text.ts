import { classifyFailure, type FailureClassification } from '#lib/bounces/classify-failure.ts';
import type { FailedRecipient } from '#lib/bounces/failed-recipients.ts';

/** Lines of a notice that are classified one by one. */
const classifiedLinesMax = 60;

/**
 * Classifies the paragraph of the address. If it says nothing, the text up to the next address decides, then the whole notice.
 * @param fallback the classification without these texts
 */
export function classifyText(
  fallback: FailureClassification,
  status: string,
  recipient: FailedRecipient | undefined,
  notice: FailureClassification,
): FailureClassification {
  const ownTexts = recipient ? [recipient.paragraph, recipient.words] : [];
  const specific = ownTexts
    .map((text) => classifyFailure(status, text))
    .filter(({ reason }) => reason !== 'undetermined' && reason !== fallback.reason);
  // Outlook.com writes advice first and the server's reply below.
  const own = specific.find(({ smtpCode }) => smtpCode !== null) ?? specific[0];
  if (own || fallback.reason !== 'undetermined') return own ?? fallback;

  return notice.reason === 'undetermined'
    ? fallback
    : { ...notice, enhancedCode: notice.enhancedCode ?? fallback.enhancedCode };
}

/** Classifies a whole notice. The line that decides has the codes and the server's words. */
export function classifyLines(lines: readonly string[]): FailureClassification {
  const whole = classifyFailure('', lines.join(' '));
  const isDecisive = ({ reason }: FailureClassification) =>
    whole.reason === 'undetermined' ? reason !== 'undetermined' : reason === whole.reason;
  for (const line of lines.filter((each) => each.trim() !== '').slice(0, classifiedLinesMax)) {
    const byLine = classifyFailure('', line);
    if (isDecisive(byLine)) return byLine;
  }

  return whole;
}
