import { formatNumber } from '../number.tsx';
import { Time, type TimeProps } from '../time.tsx';
import type { Column } from './data-table.tsx';

type ColumnOptions = Pick<Column<never>, 'width' | 'isWideOnly'>;

/** A column of times. @param name the field of the row */
export const timeColumn = <Name extends string>(
  name: Name,
  header: string,
  { format, none, ...options }: ColumnOptions & Omit<TimeProps, 'value'>,
): Column<Readonly<Record<Name, string | null>>> => ({
  id: name,
  header,
  cell: (row) => <Time value={row[name]} format={format} none={none} />,
  ...options,
});

/** A column of counts. @param name the field of the row */
export const countColumn = <Name extends string>(
  name: Name,
  header: string,
  options: ColumnOptions = {},
): Column<Readonly<Record<Name, number>>> => ({
  id: name,
  header,
  cell: (row) => formatNumber(row[name]),
  width: '88px',
  align: 'end',
  ...options,
});
