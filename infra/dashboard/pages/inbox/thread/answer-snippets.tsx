import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TextQuote } from 'lucide-react';
import { typeText } from '../../../components/form/type-text.ts';
import { KeyMenu } from '../../../components/overlay/key-menu.tsx';
import { showError } from '../../../components/overlay/toast.tsx';
import { sampleOf } from '../../campaigns/editor/steps/merge-fields.ts';
import { companyQuery } from '../../companies/queries.ts';
import { contactQuery } from '../../contacts/queries.ts';
import { accountQuery } from '../../email-accounts/queries.ts';
import { snippetsQuery } from '../../snippets/queries.ts';
import { SnippetItems, useChosenSnippet } from '../../snippets/snippet-menu.tsx';
import type { ReplySummary } from '../queries.ts';

interface AnswerSnippetsProps {
  readonly reply: ReplySummary;
  readonly onInsert: (text: string) => void;
}

/** Inserts a snippet into an answer, with the values of its contact. */
export function AnswerSnippets({ reply, onInsert }: AnswerSnippetsProps) {
  const query = useQuery(snippetsQuery);
  const fill = useFill(reply);
  const { onChoose, onClosed } = useChosenSnippet((text) => void fill(text).then(onInsert, showError));

  return (
    <KeyMenu keys="i" title="Insert a snippet" icon={<TextQuote />} onClosed={onClosed}>
      <SnippetItems query={query} onChoose={onChoose} />
    </KeyMenu>
  );
}

/** Inserts a snippet. Its first field without a value is selected, because it must be replaced. */
export function insertFilled(control: HTMLTextAreaElement, snippet: string): void {
  const start = control.selectionStart;
  typeText(control, snippet);
  const field = /\{\{[^{}]*\}\}/u.exec(snippet);
  if (!field) return;
  const fieldStart = start + field.index;
  control.setSelectionRange(fieldStart, fieldStart + field[0].length);
}

/** The contact and its company are usually loaded. The template language is loaded with the first snippet. */
function useFill({ contactId, emailAccountId }: ReplySummary) {
  const client = useQueryClient();

  return async (text: string): Promise<string> => {
    const { fillFields } = await import('../../snippets/fill-fields.ts');
    const [{ value: contact }, { value: account }] = await Promise.all([
      client.ensureQueryData(contactQuery(contactId)),
      client.ensureQueryData(accountQuery(emailAccountId)),
    ]);
    const { companyId, customFields, ...fields } = contact;
    const company = companyId ? (await client.ensureQueryData(companyQuery(companyId))).value : {};
    const { email, fromName, postalAddress } = account;
    const sender = { name: fromName ?? email, email, ...(postalAddress !== null && { postalAddress }) };
    const values = { ...fields, ...withPrefix('company', company), ...withPrefix('sender', sender) };

    return fillFields(text, (name) => sampleOf(name, { values, customFields }));
  };
}

/** `name` of a company is the merge field `company.name`. */
const withPrefix = (prefix: string, fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}.${name}`, value]));
