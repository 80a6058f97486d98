import type { Random } from './random.ts';

const words = (text: string) => text.split(' ');
const firstNames = words(
  'Anna Ben Clara David Elena Felix Greta Hugo Ines Jakob Katja Leon Marta Nils Olivia Paul Rosa Simon Tara Victor Yara Emil Nora Oskar',
);
const lastNames = words(
  'Adler Berg Costa Dahl Egger Fischer Garcia Hansen Ivanov Jensen Keller Larsen Moreau Novak Okafor Petersen Rossi Santos Tanaka Ueda Vogel Wagner Young Zimmer',
);
const companyNames = words(
  'Alder Birch Cedar Copper Delta Ember Falcon Granite Harbor Indigo Juniper Kestrel',
);
const industries = words('Logistics Studios Foods Insurance Robotics Legal Textiles Software');
const jobTitles = [
  ...['Facility Manager', 'Head of Operations', 'Office Manager', 'Chief Financial Officer'],
  ...['Managing Director', 'Sustainability Manager', 'Head of Purchasing', 'Building Engineer'],
];
const suppliers = ['Stadtstrom', 'Nordvolt', 'Gridwell', 'unknown'];
const cities = [
  'Berlin,DE',
  'Hamburg,DE',
  'Vienna,AT',
  'Zurich,CH',
  'Amsterdam,NL',
  'Copenhagen,DK',
  'Lyon,FR',
];

/** Companies with domains below `.example`, which are reserved: RFC 2606. */
export const companies = companyNames.flatMap((first, number) =>
  [0, 3].map((offset) => {
    const industry = industries[(number + offset) % industries.length] ?? '';

    return { name: `${first} ${industry}`, domain: `${first}-${industry}.example`.toLowerCase(), industry };
  }),
);

/**
 * A CSV file like an export of a spreadsheet, with people of distinct addresses.
 * @param list marks the addresses, as `name+list@…`
 */
export function inventFile(random: Random, list: string, count: number): string {
  const rows = new Map<string, string>();
  while (rows.size < count) {
    const [first, last, company] = [random.pick(firstNames), random.pick(lastNames), random.pick(companies)];
    const email = `${first}.${last}+${list}@${company.domain}`.toLowerCase();
    const tags = [
      list,
      random.pick(['small', 'medium', 'large']),
      ...(random.chance(0.25) ? ['priority'] : []),
    ];
    const cells = [
      email,
      first,
      last,
      random.pick(jobTitles),
      company.name,
      random.pick(cities),
      tags.join(';'),
    ];
    rows.set(email, [...cells, 5 * random.between(2, 60), random.pick(suppliers)].join(','));
  }
  const header = 'E-mail,First name,Last name,Job title,Company,City,Country,Tags,Seats,Supplier';

  return [header, ...rows.values(), `anna.berg(at)alder-logistics.example,Anna,Berg,,,,,${list},,`].join(
    '\r\n',
  );
}
