const fieldLabels: Readonly<Record<string, string>> = {
  bodyText: 'text',
  bodyHtml: 'HTML',
  'bodyText+bodyHtml': 'text',
  steps: 'emails',
  emailAccountIds: 'accounts',
  addContactIds: 'contacts',
  thread: 'conversation',
};

/** `steps[1].variants[0].subject` → `Email 2, variant A, subject` */
export function fieldName(path: string): string {
  const name = path.split('.').map(partName).join(', ');

  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/** `steps[1]` → `email 2`, `maxGap` → `max gap` */
function partName(part: string): string {
  const [, field = part, index] = /^(\w+)\[(\d+)\]$/u.exec(part) ?? [];
  if (field === 'steps' && index !== undefined) return `email ${Number(index) + 1}`;
  if (field === 'variants' && index !== undefined) return `variant ${letterOf(Number(index))}`;
  const label = fieldLabels[field] ?? field.replaceAll(/[A-Z]/gu, (capital) => ` ${capital.toLowerCase()}`);

  return index === undefined ? label : `${label} ${Number(index) + 1}`;
}

/** @param variant the index of the variant, 0 to 4; 0 is “A” */
export const letterOf = (variant: number): string => 'ABCDE'.charAt(variant);
