import { useState } from 'react';
import { type ChosenFile, readFile } from './csv-preview.ts';

/** The file that the user has chosen, or why it cannot be imported. */
export function useChosenFile() {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [error, setError] = useState<string>();
  const choose = async (file: File): Promise<void> => {
    const result = await readFile(file);
    setChosen('error' in result ? undefined : result);
    setError('error' in result ? result.error : undefined);
  };

  return {
    chosen,
    error,
    choose: (file: File): void => void choose(file),
    discard: (): void => setChosen(undefined),
  };
}
