import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCosts } from './cost-page.ts';
import { CostTable } from './cost-table.ts';

const tableFile = join(import.meta.dirname, '../costs.json');
const pageFile = join(import.meta.dirname, '../COSTS.md');

/** The committed figures; none before the first update. */
export function readCommitted(): { readonly costs: CostTable; readonly page: string } {
  return {
    costs: existsSync(tableFile) ? CostTable.parse(JSON.parse(readFileSync(tableFile, 'utf8'))) : {},
    page: existsSync(pageFile) ? readFileSync(pageFile, 'utf8') : '',
  };
}

export function writeCommitted(costs: CostTable): void {
  writeFileSync(tableFile, `${JSON.stringify(costs, null, 2)}\n`);
  writeFileSync(pageFile, describeCosts(costs));
}
