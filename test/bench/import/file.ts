/** Contacts with typical columns. */
export function personOf(row: number, domain: string) {
  return {
    email: `person.${row}@${domain}`,
    firstName: 'Ada',
    lastName: `Lovelace ${row}`,
    city: 'London',
    customFields: { plan: `plan ${row % 7}` },
  };
}

export function csvOf(rows: number, domain: string): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const { email, firstName, lastName, city, customFields } = personOf(row, domain);

    return [email, firstName, lastName, city, customFields.plan].join();
  });

  return ['email,first name,last name,city,plan', ...lines].join('\n');
}
