/** Fields of a contact with one value each. Merge fields and columns of imports have these names. */
export const contactFields = [
  'email',
  'firstName',
  'lastName',
  'jobTitle',
  'phone',
  'linkedinUrl',
  'website',
  'city',
  'country',
] as const;
