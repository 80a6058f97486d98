import { Select } from '../../../components/form/select.tsx';
import { type ColumnChoice, targetOptions } from './mapping.ts';

interface ColumnMappingProps {
  readonly columns: readonly ColumnChoice[];
  readonly rows: readonly (readonly string[])[];
  readonly errors: ReadonlyMap<number, string>;
  readonly onChange: (columns: readonly ColumnChoice[]) => void;
}

/** One row for each column of the file: its name, an example, and the target field. */
export function ColumnMapping({ columns, rows, errors, onChange }: ColumnMappingProps) {
  return (
    <ul className="mapping" aria-label="Columns of the file">
      <li className="mapping-head" aria-hidden="true">
        <span>Column</span>
        <span>Example</span>
        <span>Becomes</span>
      </li>
      {columns.map((column, index) => (
        <MappedRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of a column.
          key={index}
          column={column}
          position={index + 1}
          example={rows.map((cells) => cells[index]).find(Boolean)}
          error={errors.get(index)}
          onChange={(changed) => onChange(columns.with(index, changed))}
        />
      ))}
    </ul>
  );
}

interface MappedRowProps {
  readonly column: ColumnChoice;
  readonly position: number;
  readonly example: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (column: ColumnChoice) => void;
}

function MappedRow({ column, position, example, error, onChange }: MappedRowProps) {
  const name = column.name || `Column ${position} without a name`;

  return (
    <li className="mapping-row" data-ignored={column.target === 'ignore' || undefined}>
      <span className="strong mapping-name ellipsis">{name}</span>
      <span className="muted mapping-example ellipsis">{example ?? 'Empty in the first rows'}</span>
      {column.isRepeated ? (
        <span className="muted">Not imported: another column has the same name.</span>
      ) : (
        <div className="mapping-target">
          <Select
            aria-label={`Target of ${name}`}
            options={targetOptions}
            value={column.target}
            onChange={(target) => onChange({ ...column, target })}
            aria-invalid={error ? true : undefined}
          />
          {column.target === 'custom' && (
            <input
              className="input"
              aria-label={`Custom field of ${name}`}
              value={column.customName}
              maxLength={50}
              onChange={(event) => onChange({ ...column, customName: event.target.value })}
            />
          )}
          {error && (
            <span className="field-error" role="alert">
              {error}
            </span>
          )}
        </div>
      )}
    </li>
  );
}
