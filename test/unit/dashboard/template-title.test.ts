import { expect, test } from 'vitest';
import { templateTitle } from '../../../infra/dashboard/pages/campaigns/template-title.ts';

test.each([
  [
    '{A question|Question} about {{company.name | default: "your team"}}',
    'A question / Question about ‹company name›',
  ],
  ['A question about {{company.name}}', 'A question about ‹company name›'],
  [
    '{{first_name}}, {{custom.favourite_product}} or {{sender.name}}',
    '‹first name›, ‹favourite product› or ‹sender name›',
  ],
  ['{{{firstName | default: "there"}}|You}, {a {b|c}|d}', '‹first name› / You, a b / c / d'],
  ['{|Quick} question\n\nabout \\{this\\}', 'Quick question about {this}'],
  ['{open and {{unknown}}', '{open and {{unknown}}'],
])('the template %s has the title “%s”', (source, title) => {
  expect(templateTitle(source)).toBe(title);
});
