import { countOf } from '../../../components/number.tsx';
import type { ChosenFile } from './csv-preview.ts';

const focus = (element: HTMLElement | null): void => element?.focus();

/** The name and the length of a file. They get the focus, because the control that chose the file is no longer shown. */
export const FileName = ({ chosen: { file, preview } }: { readonly chosen: ChosenFile }) => (
  <span ref={focus} tabIndex={-1}>
    <strong>{file.name}</strong>
    {`, ${countOf(preview.rowCount, 'row')}`}
  </span>
);
