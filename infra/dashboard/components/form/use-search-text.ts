import { useState } from 'react';
import { useSettled } from './use-settled.ts';

/**
 * The text of a field that searches on the server.
 * @param chosenLabel after a choice, the field contains the label of the option, which is no text to search for
 */
export function useSearchText(chosenLabel = '') {
  const [text, setText] = useState('');
  const typed = text === chosenLabel ? '' : text.trim();
  const search = useSettled(typed);

  return { search, setText, isSettled: search === typed };
}
