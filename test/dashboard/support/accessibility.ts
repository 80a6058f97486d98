import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Levels A and AA of WCAG 2.2. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const impacts: readonly unknown[] = ['serious', 'critical'];

/** Serious and critical findings of axe on the page as it is shown, as one line each. */
export async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(rules)
    // The frame of an email runs no scripts, so axe would wait for it forever.
    .exclude('.mail-frame')
    .analyze();
  const path = new URL(page.url()).pathname;

  return violations
    .filter(({ impact }) => impacts.includes(impact))
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => {
        const reason = failureSummary?.split('\n').slice(1).join(' ').trim();

        return `${path} ${id}: ${help}. ${target.join(' ')} ${reason}`;
      }),
    );
}
