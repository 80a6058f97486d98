import type { ReplyKind } from './mail-reply.ts';

/** Maximum length of a reply, in characters. */
export const replyTextMax = 10_000;

export const replyKinds: readonly { readonly name: ReplyKind; readonly title: string }[] = [
  { name: 'reply', title: 'Reply' },
  { name: 'out-of-office', title: 'Out of office' },
  { name: 'bounce', title: 'Bounce (unknown user)' },
];

/** The submitted text and kind of a reply, with an error message if it is invalid. */
export interface ReplyDraft {
  readonly kind: ReplyKind;
  readonly text: string;
  readonly problem: string | undefined;
}

export const emptyReplyDraft: ReplyDraft = { kind: 'reply', text: '', problem: undefined };

/** @param body a form in the encoding of browsers */
export function parseReplyDraft(body: string): ReplyDraft {
  const fields = new URLSearchParams(body);
  // Browsers send line breaks as CRLF, but count one character.
  const text = (fields.get('text') ?? '').replaceAll('\r\n', '\n').trim();
  const kind = replyKinds.find(({ name }) => name === fields.get('kind'))?.name;
  if (kind === undefined) return { kind: 'reply', text, problem: 'Choose what kind of answer it is.' };
  const draft = { kind, text, problem: undefined };
  if (kind === 'reply' && text === '') return { ...draft, problem: 'Write something first.' };
  if (text.length > replyTextMax) {
    return { ...draft, problem: `The text is longer than ${replyTextMax} characters.` };
  }

  return draft;
}
