import type { CsvPreview } from './csv-preview.ts';
import { type ColumnChoice, targetOptions } from './mapping.ts';

const shownRows = 5;

interface PreviewTableProps {
  readonly preview: CsvPreview;
  readonly columns: readonly ColumnChoice[];
}

/** The first rows as the browser reads them. */
export function PreviewTable({ preview: { header, rows }, columns }: PreviewTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard.
    <section className="file-preview" aria-label="First rows of the file" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of a column.
              <th key={index} scope="col" data-ignored={column.target === 'ignore' || undefined}>
                {column.name || '—'}
                <span>{targetLabel(column)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownRows).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity.
            <tr key={row}>
              {header.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of a column.
                <td key={index} data-ignored={columns[index]?.target === 'ignore' || undefined}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const targetLabel = ({ target, customName }: ColumnChoice): string =>
  target === 'custom'
    ? `custom.${customName}`
    : (targetOptions.find(({ value }) => value === target)?.label ?? target);
