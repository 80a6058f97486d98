const fieldLabels: Readonly<Record<string, string>> = {
  bodyText: 'text',
  bodyHtml: 'HTML',
  emailAccountIds: 'Accounts',
  addContactIds: 'Contacts',
  thread: 'conversation',
};

/** `steps[1].variants[0].subject` → `Email 2, variant A, subject` */
export const fieldName = (path: string): string =>
  path
    .replaceAll(/steps\[(\d+)\]/gu, (_, step) => `Email ${Number(step) + 1}`)
    .replaceAll(/variants\[(\d+)\]/gu, (_, variant) => `variant ${letterOf(Number(variant))}`)
    .replaceAll(/\[(\d+)\]/gu, (_, index) => ` ${Number(index) + 1}`)
    .split('.')
    .map((part) => fieldLabels[part] ?? part.replaceAll(/[A-Z]/gu, (capital) => ` ${capital.toLowerCase()}`))
    .map((part, index) => (index === 0 ? `${part.slice(0, 1).toUpperCase()}${part.slice(1)}` : part))
    .join(', ')
    .replaceAll('  ', ' ');

/** @param variant the index of the variant, 0 to 4; 0 is “A” */
export const letterOf = (variant: number): string => 'ABCDE'.charAt(variant);
