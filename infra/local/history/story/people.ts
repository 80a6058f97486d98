import type { Random } from '../random.ts';

export interface Company {
  readonly name: string;
  readonly domain: string;
  readonly industry: string;
  readonly employeeCount: number;
  readonly city: string;
  readonly country: string;
}

export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly jobTitle: string;
  readonly company: Company;
  readonly tags: readonly string[];
  /** Custom fields. */
  readonly seats: number;
  readonly supplier: string;
}

const words = (text: string) => text.split(' ');
const firstNames = words(
  'Anna Ben Clara David Elena Felix Greta Hugo Ines Jakob Katja Leon Marta Nils Olivia Paul Rosa Simon Tara Victor Yara Emil Nora Oskar Lena Aaron Maya Kofi Amara Haruto Sofia Mateo Chloe Ravi Fatima Tomas Ingrid Lucia Omar Freya',
);
const lastNames = words(
  'Adler Berg Costa Dahl Egger Fischer Garcia Hansen Ivanov Jensen Keller Larsen Moreau Novak Okafor Petersen Rossi Santos Tanaka Ueda Vogel Wagner Young Zimmer Brandt Castillo Dubois Eriksen Falk Greco Horvat Iyer Jansen Kovac Lehmann Mendes Nowak Olsen Popescu Ritter',
);
const firstWords = words(
  'Alder Birch Cedar Copper Delta Ember Falcon Granite Harbor Indigo Juniper Kestrel Lumen Maple Nimbus Orchard Pioneer Quartz River Summit',
);
const industries = words('Logistics Studios Foods Insurance Robotics Legal Textiles Software');
const jobTitles = [
  ...['Facility Manager', 'Head of Operations', 'Office Manager', 'Chief Financial Officer'],
  ...['Managing Director', 'Sustainability Manager', 'Head of Purchasing', 'Building Engineer'],
];
const suppliers = ['Stadtstrom', 'Nordvolt', 'Gridwell', 'unknown'];
const sizes = ['small', 'medium', 'large'];
const cities: readonly (readonly [city: string, country: string])[] = [
  ['Berlin', 'DE'],
  ['Hamburg', 'DE'],
  ['Vienna', 'AT'],
  ['Zurich', 'CH'],
  ['Amsterdam', 'NL'],
  ['Copenhagen', 'DK'],
  ['Lyon', 'FR'],
  ['Dublin', 'IE'],
];

/** Domains below `.example` are reserved: RFC 2606. */
export function inventCompanies(random: Random, count: number): Company[] {
  return Array.from({ length: count }, (_, number): Company => {
    const first = firstWords[number % firstWords.length];
    // Each pair of a first word and an industry occurs once among 160 companies.
    const industry =
      industries[(number * 3 + Math.floor(number / firstWords.length)) % industries.length] ?? '';
    const [city, country] = random.pick(cities);

    return {
      name: `${first} ${industry}`,
      domain: `${first}-${industry}.example`.toLowerCase(),
      industry,
      employeeCount: 10 * random.between(2, 90),
      city,
      country,
    };
  });
}

/** People with distinct addresses. @param list marks the addresses of a list, as `name+list@…` */
export function inventPeople(
  random: Random,
  companies: readonly Company[],
  {
    count,
    list,
    usedAddresses,
  }: { readonly count: number; readonly list?: string; readonly usedAddresses: Set<string> },
): Person[] {
  const people: Person[] = [];
  while (people.length < count) {
    const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
    const company = random.pick(companies);
    const mark = list === undefined ? '' : `+${list}`;
    const email = `${firstName}.${lastName}${mark}@${company.domain}`.toLowerCase();
    if (usedAddresses.has(email)) continue;
    usedAddresses.add(email);
    people.push({
      email,
      firstName,
      lastName,
      company,
      jobTitle: random.pick(jobTitles),
      tags: [random.pick(sizes), ...(random.chance(0.25) ? ['priority'] : [])],
      seats: 5 * random.between(2, 60),
      supplier: random.pick(suppliers),
    });
  }

  return people;
}

/** A CSV file like an export of a spreadsheet. */
export function toCsv(people: readonly Person[], additionalRows: readonly string[]): Buffer {
  const header = 'E-mail,First name,Last name,Position,Company,City,Country,Tags,Seats,Supplier';
  const rows = people.map(({ company, ...person }) =>
    [
      ...[person.email, person.firstName, person.lastName, person.jobTitle, company.name],
      ...[company.city, company.country, person.tags.join(';'), person.seats, person.supplier],
    ].join(','),
  );

  return Buffer.from([header, ...rows, ...additionalRows].join('\r\n'));
}

/** Columns of the file that have other names than the fields. */
export const csvMapping = {
  'E-mail': 'email',
  'First name': 'firstName',
  'Last name': 'lastName',
  Position: 'jobTitle',
  Company: 'companyName',
  City: 'city',
  Country: 'country',
  Tags: 'tags',
  Seats: 'custom.seats',
  Supplier: 'custom.supplier',
} as const;
