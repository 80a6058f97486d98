import { formatNumber } from '../../components/number.tsx';

/** Such as “1 row” and “1,200 rows”. */
export const countOf = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
