/** An export file of another product, with invented people, and what an import reads from it. */
export interface Layout {
  readonly product: string;
  readonly text: string;
  /** The same with its columns in the opposite order. */
  readonly mirrored: string;
  /** By address, in file order. Fields that are not named are not compared. */
  readonly people: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Rows without an address. */
  readonly withoutAddress?: number;
}

/** Cells by the names of their columns; other columns are empty. @param before lines before the header */
function table(
  header: string,
  rows: readonly Readonly<Record<string, string>>[],
  { delimiter = ',', before = '' }: { delimiter?: string; before?: string } = {},
): Pick<Layout, 'text' | 'mirrored'> {
  const names = header.split(',');
  const quote = (cell: string) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  for (const name of rows.flatMap((row) => Object.keys(row)))
    if (!names.includes(name)) throw new Error(`no column ${name}`);
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))].map((cells) =>
    cells.map(quote),
  );
  const textOf = (all: readonly string[][]) =>
    before + all.map((cells) => cells.join(delimiter)).join('\r\n');

  return { text: textOf(lines), mirrored: textOf(lines.map((cells) => cells.toReversed())) };
}

const ada = { firstName: 'Ada', lastName: 'Lovelace' };

const googleOld =
  'Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Additional Name Yomi,Family Name Yomi,Name Prefix,Name Suffix,Initials,Nickname,Short Name,Maiden Name,Birthday,Gender,Location,Billing Information,Directory Server,Mileage,Occupation,Hobby,Sensitivity,Priority,Subject,Notes,Language,Photo,Group Membership,E-mail 1 - Type,E-mail 1 - Value,E-mail 2 - Type,E-mail 2 - Value,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value,Address 1 - Type,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Organization 1 - Type,Organization 1 - Name,Organization 1 - Yomi Name,Organization 1 - Title,Organization 1 - Department,Website 1 - Type,Website 1 - Value';
const googleNew =
  'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Country,Address 1 - Street,Address 1 - City,Website 1 - Label,Website 1 - Value';
const outlook =
  "Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Street,Business City,Business State,Business Postal Code,Business Country/Region,Home Street,Home City,Home Country/Region,Other City,Assistant's Phone,Business Fax,Business Phone,Business Phone 2,Car Phone,Company Main Phone,Home Fax,Home Phone,Mobile Phone,Other Phone,Primary Phone,Account,Anniversary,Assistant's Name,Birthday,Categories,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,E-mail 2 Type,E-mail 2 Display Name,Gender,Keywords,Language,Location,Manager's Name,Notes,Priority,Private,Profession,Sensitivity,User 1,Web Page";
const apollo =
  'First Name,Last Name,Title,Company Name,Company Name for Emails,Email,Email Status,Primary Email Source,Email Confidence,Primary Email Catch-all Status,Seniority,Departments,Contact Owner,Work Direct Phone,Home Phone,Mobile Phone,Corporate Phone,Other Phone,Stage,Lists,Last Contacted,Account Owner,# Employees,Industry,Keywords,Person Linkedin Url,Website,Company Linkedin Url,Facebook Url,Twitter Url,City,State,Country,Company Address,Company City,Company State,Company Country,Company Phone,Technologies,Annual Revenue,Total Funding,Latest Funding,Email Sent,Email Open,Email Bounced,Replied,Demoed,Number of Retail Locations,Apollo Contact Id,Apollo Account Id,Secondary Email,Secondary Email Source,Tertiary Email,Do Not Call';
const mailchimp =
  'Email Address,First Name,Last Name,Address,Phone Number,Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES';
const shopify =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags';

const linkedInNotes = `Notes:\r\n"When exporting your connection data, you may notice that some of the email addresses are missing. You will only see email addresses for connections who have allowed their connections to see or download their email address using this setting https://www.linkedin.com/psettings/privacy/email. You can learn more here https://www.linkedin.com/help/linkedin/answer/261"\r\n\r\n`;

export const layouts: readonly Layout[] = [
  {
    product: 'Google Contacts, until 2024',
    ...table(googleOld, [
      {
        Name: 'Ada Lovelace',
        'Given Name': 'Ada',
        'Family Name': 'Lovelace',
        'Group Membership': '* myContacts ::: Engines',
        'E-mail 1 - Type': '* Work',
        'E-mail 1 - Value': 'ada@engines.example ::: ada.l@engines.example',
        'E-mail 2 - Value': 'ada@home.example',
        'Phone 1 - Value': '+49 30 1 ::: +49 30 2',
        'Address 1 - City': 'Berlin',
        'Address 1 - Country': 'Germany',
        'Organization 1 - Name': 'Engines',
        'Organization 1 - Title': 'Analyst',
        'Website 1 - Value': 'http\\://engines.example',
      },
      { 'Given Name': 'Grace', 'E-mail 2 - Value': 'grace@home.example' },
      { Name: 'No Address', 'Phone 1 - Value': '+1 2' },
    ]),
    people: {
      'ada@engines.example': {
        ...ada,
        tags: ['Engines'],
        phone: '+49 30 1',
        city: 'Berlin',
        country: 'DE',
        companyName: 'Engines',
        jobTitle: 'Analyst',
      },
      'grace@home.example': { firstName: 'Grace' },
    },
    withoutAddress: 1,
  },
  {
    product: 'Google Contacts',
    ...table(googleNew, [
      {
        'First Name': 'Ada',
        'Last Name': 'Lovelace',
        'Organization Name': 'Engines',
        'Organization Title': 'Analyst',
        Labels: '* myContacts ::: Friends ::: * starred',
        'E-mail 1 - Label': '* Work',
        'E-mail 1 - Value': 'ada@engines.example',
        'E-mail 2 - Value': 'ada@home.example',
        'Phone 1 - Value': "'+49 30 1",
        'Address 1 - City': 'London',
      },
    ]),
    people: {
      'ada@engines.example': {
        ...ada,
        companyName: 'Engines',
        jobTitle: 'Analyst',
        phone: '+49 30 1',
        tags: ['Friends'],
        city: 'London',
      },
    },
  },
  {
    product: 'Outlook',
    ...table(outlook, [
      {
        Title: 'Mrs.',
        'First Name': 'Ada',
        'Last Name': 'Lovelace',
        Company: 'Engines',
        'Job Title': 'Analyst',
        'Home City': 'Potsdam',
        'Business City': 'Berlin',
        'Business Country/Region': 'Germany',
        'Home Phone': '3',
        'Company Main Phone': '9',
        'Business Phone': '1',
        Categories: 'Red;Blue',
        'E-mail Address': 'ada@engines.example',
        'E-mail Type': 'SMTP',
        'E-mail Display Name': 'Ada (ada@engines.example)',
        'E-mail 2 Address': 'ada@home.example',
        'Web Page': 'engines.example',
        Private: 'False',
        Priority: 'Normal',
      },
      { Title: 'Mr.', 'First Name': 'Bob', 'E-mail 2 Address': 'bob@home.example', 'Home Phone': '4' },
    ]),
    people: {
      'ada@engines.example': {
        ...ada,
        companyName: 'Engines',
        jobTitle: 'Analyst',
        city: 'Berlin',
        country: 'DE',
        phone: '1',
        tags: ['Red', 'Blue'],
        website: 'https://engines.example',
      },
      'bob@home.example': { firstName: 'Bob', jobTitle: null, phone: '4' },
    },
  },
  {
    product: 'LinkedIn',
    ...table(
      'First Name,Last Name,URL,Email Address,Company,Position,Connected On',
      [
        {
          'First Name': 'Ada',
          'Last Name': 'Lovelace',
          URL: 'https://www.linkedin.com/in/ada',
          'Email Address': 'ada@engines.example',
          Company: 'Engines',
          Position: 'Analyst',
          'Connected On': '03 Jun 2024',
        },
        { 'First Name': 'Bob', URL: 'https://www.linkedin.com/in/bob' },
      ],
      { before: linkedInNotes },
    ),
    people: {
      'ada@engines.example': {
        ...ada,
        linkedinUrl: 'https://www.linkedin.com/in/ada',
        website: null,
        companyName: 'Engines',
        jobTitle: 'Analyst',
      },
    },
    withoutAddress: 1,
  },
  {
    product: 'Apollo',
    ...table(apollo, [
      {
        'First Name': 'Ada',
        'Last Name': 'Lovelace',
        Title: 'Analyst',
        'Company Name': 'Engines, Inc.',
        'Company Name for Emails': 'Engines',
        Email: 'ada@engines.example',
        'Email Status': 'Verified',
        'Work Direct Phone': "'+1 1",
        'Corporate Phone': "'+1 9",
        'Mobile Phone': "'+1 2",
        Stage: 'Cold',
        'Person Linkedin Url': 'http://www.linkedin.com/in/ada',
        Website: 'https://engines.example',
        'Company Linkedin Url': 'http://www.linkedin.com/company/engines',
        City: 'London',
        State: 'England',
        Country: 'United Kingdom',
        'Company City': 'Paris',
        'Company Country': 'France',
        Technologies: 'Analytical Engine, '.repeat(80),
        'Email Bounced': 'false',
        'Secondary Email': 'ada@home.example',
        'Do Not Call': 'true',
      },
      { 'First Name': 'Bob', Email: 'bob@x.example', 'Email Bounced': 'true' },
      { 'First Name': 'Cy', Email: 'cy@x.example', Stage: 'Do Not Contact' },
    ]),
    people: {
      'ada@engines.example': {
        ...ada,
        jobTitle: 'Analyst',
        companyName: 'Engines, Inc.',
        phone: '+1 2',
        linkedinUrl: 'http://www.linkedin.com/in/ada',
        website: 'https://engines.example',
        city: 'London',
        country: 'GB',
      },
      'bob@x.example': { suppressedAs: 'bounced' },
      'cy@x.example': { suppressedAs: 'unsubscribed' },
    },
  },
  {
    product: 'HubSpot',
    ...table(
      'Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Contact owner,Lead Status,Company name,Associated Company,Job Title,City,Country/Region,Website URL,Time Zone,Lifecycle Stage,Unsubscribed from all email,Create Date',
      [
        {
          'Record ID': '1',
          'First Name': 'Ada',
          'Last Name': 'Lovelace',
          Email: 'ada@engines.example',
          'Phone Number': '1',
          'Mobile Phone Number': '2',
          'Contact owner': 'Grace (grace@us.example)',
          'Lead Status': 'New',
          'Company name': 'Engines',
          'Job Title': 'Analyst',
          'Country/Region': 'Deutschland',
          'Website URL': 'engines.example',
          'Time Zone': 'europe_slash_berlin',
          'Unsubscribed from all email': 'No',
        },
        { Email: 'bob@x.example', 'Unsubscribed from all email': 'Yes' },
      ],
    ),
    people: {
      'ada@engines.example': {
        ...ada,
        phone: '1',
        companyName: 'Engines',
        jobTitle: 'Analyst',
        country: 'DE',
        website: 'https://engines.example',
        timezone: 'europe/berlin',
      },
      'bob@x.example': { suppressedAs: 'unsubscribed' },
    },
  },
  {
    product: 'HubSpot, by internal names',
    ...table('firstname,lastname,email,hs_email_optout,hs_email_hard_bounce_reason_enum,hs_timezone', [
      { firstname: 'Ada', lastname: 'Lovelace', email: 'ada@engines.example', hs_email_optout: '' },
      { email: 'bob@x.example', hs_email_optout: 'true' },
      { email: 'cy@x.example', hs_email_hard_bounce_reason_enum: 'UNKNOWN_USER' },
    ]),
    people: {
      'ada@engines.example': ada,
      'bob@x.example': { suppressedAs: 'unsubscribed' },
      'cy@x.example': { suppressedAs: 'bounced' },
    },
  },
  {
    product: 'Salesforce, a report',
    ...table(
      'First Name,Last Name,Title,Account Name,Mailing Street,Mailing City,Mailing State/Province,Mailing Country,Phone,Fax,Mobile,Email,Account Owner,Email Opt Out',
      [
        {
          'First Name': 'Ada',
          'Last Name': 'Lovelace',
          Title: 'Analyst',
          'Account Name': 'Engines',
          'Mailing City': 'London',
          'Mailing Country': 'UK',
          Phone: '1',
          Fax: '9',
          Mobile: '2',
          Email: 'ada@engines.example',
          'Email Opt Out': '0',
        },
        { Email: 'bob@x.example', 'Email Opt Out': '1' },
      ],
    ),
    people: {
      'ada@engines.example': {
        ...ada,
        jobTitle: 'Analyst',
        companyName: 'Engines',
        city: 'London',
        country: 'GB',
        phone: '1',
      },
      'bob@x.example': { suppressedAs: 'unsubscribed' },
    },
  },
  {
    product: 'Salesforce, by API names',
    ...table(
      'Id,FirstName,LastName,Title,MailingCity,MailingCountry,Phone,MobilePhone,Email,HasOptedOutOfEmail,DoNotCall',
      [
        {
          FirstName: 'Ada',
          LastName: 'Lovelace',
          Email: 'ada@engines.example',
          MailingCity: 'London',
          HasOptedOutOfEmail: 'false',
          DoNotCall: 'true',
        },
        { Email: 'bob@x.example', HasOptedOutOfEmail: 'true' },
      ],
    ),
    people: {
      'ada@engines.example': { ...ada, city: 'London' },
      'bob@x.example': { suppressedAs: 'unsubscribed' },
    },
  },
  {
    product: 'Pipedrive',
    ...table(
      'Person - Name,Person - First name,Person - Last name,Person - Organization,Person - Email - Home,Person - Email - Other,Person - Email - Work,Person - Phone - Home,Person - Phone - Mobile,Person - Phone - Work,Person - Title,Person - LinkedIn Page,Person - Marketing status,Person - ID',
      [
        {
          'Person - Name': 'Ada Lovelace',
          'Person - First name': 'Ada',
          'Person - Last name': 'Lovelace',
          'Person - Organization': 'Engines',
          'Person - Email - Work': 'ada@engines.example',
          'Person - Email - Home': 'ada@home.example',
          'Person - Phone - Home': '3',
          'Person - Phone - Work': '1',
          'Person - Title': 'Analyst',
          'Person - LinkedIn Page': 'in/ada',
          'Person - Marketing status': 'No consent',
        },
        { 'Person - Email - Home': 'bob@home.example', 'Person - Marketing status': 'Unsubscribed' },
        { 'Person - Email - Other': 'cy@x.example', 'Person - Marketing status': 'Bounced' },
      ],
    ),
    people: {
      'ada@engines.example': {
        ...ada,
        companyName: 'Engines',
        phone: '1',
        jobTitle: 'Analyst',
        linkedinUrl: 'https://www.linkedin.com/in/ada',
      },
      'bob@home.example': { suppressedAs: 'unsubscribed' },
      'cy@x.example': { suppressedAs: 'bounced' },
    },
  },
  {
    product: 'Zoho CRM',
    ...table(
      'Record Id,Contact Owner.id,Contact Owner,First Name,Last Name,Account Name.id,Account Name,Email,Title,Department,Phone,Mobile,Mailing City,Mailing Country,Secondary Email,Email Opt Out,Tag',
      [
        {
          'First Name': 'Ada',
          'Last Name': 'Lovelace',
          'Account Name': 'Engines',
          Email: 'ada@engines.example',
          'Secondary Email': 'ada@home.example',
          'Mailing Country': 'Germany',
          'Email Opt Out': 'false',
          Tag: 'vip,berlin',
        },
        { 'Secondary Email': 'bob@home.example', 'Email Opt Out': 'true' },
      ],
    ),
    people: {
      'ada@engines.example': { ...ada, companyName: 'Engines', country: 'DE', tags: ['vip', 'berlin'] },
      'bob@home.example': { suppressedAs: 'unsubscribed' },
    },
  },
  {
    product: 'Mailchimp, subscribed',
    ...table(`${mailchimp},LAST_CHANGED,LEID,EUID,NOTES,TAGS`, [
      {
        'Email Address': 'ada@engines.example',
        'First Name': 'Ada',
        'Last Name': 'Lovelace',
        OPTIN_TIME: '2024-01-02 03:04:05',
        TIMEZONE: 'Europe/Berlin',
        TAGS: '"Customer","VIP"',
      },
    ]),
    people: { 'ada@engines.example': { ...ada, timezone: 'Europe/Berlin', tags: ['Customer', 'VIP'] } },
  },
  {
    product: 'Mailchimp, unsubscribed',
    ...table(`${mailchimp},UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,LEID,TAGS`, [
      { 'Email Address': 'bob@x.example', UNSUB_TIME: '2024-01-02 03:04:05', UNSUB_REASON: 'NORMAL' },
    ]),
    people: { 'bob@x.example': { suppressedAs: 'unsubscribed' } },
  },
  {
    product: 'Mailchimp, cleaned',
    ...table(`${mailchimp},CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LEID,TAGS`, [
      { 'Email Address': 'bob@x.example', CLEAN_TIME: '2024-01-02 03:04:05' },
    ]),
    people: { 'bob@x.example': { suppressedAs: 'bounced' } },
  },
  {
    product: 'Brevo',
    ...table(
      'CONTACT ID,EMAIL,FIRSTNAME,LASTNAME,SMS,WHATSAPP,DOUBLE_OPT-IN,BLOCKLISTED,ADDED_TIME,MODIFIED_TIME',
      [
        { EMAIL: 'ada@engines.example', FIRSTNAME: 'Ada', LASTNAME: 'Lovelace', BLOCKLISTED: 'No' },
        { EMAIL: 'bob@x.example', BLOCKLISTED: 'Yes' },
      ],
      { delimiter: ';' },
    ),
    people: { 'ada@engines.example': ada, 'bob@x.example': { suppressedAs: 'blocklisted' } },
  },
  {
    product: 'Brevo, the template of imports',
    ...table('CONTACT ID,EMAIL,FIRSTNAME,LASTNAME,SMS,LANDLINE_NUMBER,WHATSAPP,INTERESTS', [
      {
        'CONTACT ID': '123456',
        EMAIL: 'ada@engines.example',
        FIRSTNAME: 'Ada',
        LASTNAME: 'Lovelace',
        SMS: '49301',
        LANDLINE_NUMBER: '49302',
      },
    ]),
    people: { 'ada@engines.example': { ...ada, phone: '49301' } },
  },
  {
    product: 'Fresha',
    ...table(
      'First name,Last name,Email,Mobile phone,Gender,Birthday,Email marketing consent,SMS marketing consent,WhatsApp marketing consent,Email notifications,SMS notifications,WhatsApp notifications,Staff alert,Tags',
      [
        {
          'First name': 'Ada',
          'Last name': 'Lovelace',
          Email: 'ada@engines.example',
          'Mobile phone': '+44 7',
          'Email marketing consent': 'Yes',
          'SMS marketing consent': 'No',
        },
        { Email: 'bob@x.example', 'Email marketing consent': 'No', 'SMS marketing consent': 'Yes' },
      ],
    ),
    people: {
      'ada@engines.example': { ...ada, phone: '+44 7' },
      'bob@x.example': { suppressedAs: 'unsubscribed' },
    },
  },
  {
    product: 'Instantly',
    ...table('Email,First Name,Last Name,Company Name,Phone,Website,Personalization,Lead Status,Campaign', [
      {
        Email: 'ada@engines.example',
        'First Name': 'Ada',
        'Last Name': 'Lovelace',
        'Company Name': 'Engines',
        Website: 'N/A',
        'Lead Status': 'Completed',
      },
      { Email: 'bob@x.example', 'Lead Status': 'Unsubscribed' },
      { Email: 'cy@x.example', 'Lead Status': 'Bounced' },
    ]),
    people: {
      'ada@engines.example': { ...ada, companyName: 'Engines', website: null },
      'bob@x.example': { suppressedAs: 'unsubscribed' },
      'cy@x.example': { suppressedAs: 'bounced' },
    },
  },
  {
    product: 'Smartlead',
    ...table(
      'id,first_name,last_name,email,phone_number,company_name,website,location,custom_fields,linkedin_profile,company_url,is_unsubscribed,status',
      [
        {
          id: '7',
          first_name: 'Ada',
          last_name: 'Lovelace',
          email: 'ada@engines.example',
          company_name: 'Engines',
          custom_fields: '{"Plan Name":"gold","seats":5}',
          linkedin_profile: 'https://www.linkedin.com/in/ada',
          company_url: 'https://engines.example',
          is_unsubscribed: 'false',
          status: 'INPROGRESS',
        },
        { email: 'bob@x.example', is_unsubscribed: 'true' },
      ],
    ),
    people: {
      'ada@engines.example': {
        ...ada,
        companyName: 'Engines',
        linkedinUrl: 'https://www.linkedin.com/in/ada',
        website: 'https://engines.example',
      },
      'bob@x.example': { suppressedAs: 'unsubscribed' },
    },
  },
  {
    product: 'lemlist',
    ...table(
      'email,firstName,lastName,companyName,linkedinUrl,icebreaker,phone,status,lastState,isUnsubscribed',
      [
        {
          email: 'ada@engines.example',
          firstName: 'Ada',
          lastName: 'Lovelace',
          linkedinUrl: 'linkedin.com/in/ada',
          lastState: 'emailsOpened',
        },
        { email: 'bob@x.example', lastState: 'emailsUnsubscribed' },
        { email: 'cy@x.example', lastState: 'emailsBounced' },
        { email: 'di@x.example', isUnsubscribed: 'TRUE' },
      ],
    ),
    people: {
      'ada@engines.example': { ...ada, linkedinUrl: 'https://linkedin.com/in/ada' },
      'bob@x.example': { suppressedAs: 'unsubscribed' },
      'cy@x.example': { suppressedAs: 'bounced' },
      'di@x.example': { suppressedAs: 'unsubscribed' },
    },
  },
  {
    product: 'Shopify',
    ...table(shopify, [
      {
        'Customer ID': "'123",
        'First Name': 'Ada',
        'Last Name': 'Lovelace',
        Email: 'ada@engines.example',
        'Accepts Email Marketing': 'yes',
        'Default Address Company': 'Engines',
        'Default Address City': 'London',
        'Default Address Country Code': 'GB',
        'Default Address Phone': "'+44 2",
        Phone: "'+44 1",
        Tags: 'vip, london',
      },
      { Email: 'bob@x.example', 'Accepts Email Marketing': 'no' },
    ]),
    people: {
      'ada@engines.example': {
        ...ada,
        companyName: 'Engines',
        city: 'London',
        country: 'GB',
        phone: '+44 1',
        tags: ['vip', 'london'],
      },
      'bob@x.example': { suppressedAs: 'unsubscribed' },
    },
  },
  {
    product: 'Stripe',
    ...table(
      'id,Description,Email,Name,Created (UTC),Delinquent,Card ID,Card Last4,Currency,Total Spend,Refunded Volume',
      [
        {
          id: 'cus_1',
          Email: 'ada@engines.example',
          Name: 'Ada Lovelace',
          Delinquent: 'false',
          Currency: 'eur',
        },
      ],
    ),
    people: { 'ada@engines.example': { firstName: null } },
  },
  {
    product: 'ActiveCampaign',
    ...table('Email,First Name,Last Name,Phone,Account,Tags,Status,IP Address,Unsubscribe Date', [
      {
        Email: 'ada@engines.example',
        'First Name': 'Ada',
        'Last Name': 'Lovelace',
        Account: 'Engines',
        Status: 'Active',
      },
      { Email: 'bob@x.example', Status: 'Unsubscribed', 'Unsubscribe Date': '2024-01-02' },
      { Email: 'cy@x.example', Status: 'Bounced' },
    ]),
    people: {
      'ada@engines.example': { ...ada, companyName: 'Engines' },
      'bob@x.example': { suppressedAs: 'unsubscribed' },
      'cy@x.example': { suppressedAs: 'bounced' },
    },
  },
  {
    product: 'Klaviyo',
    ...table(
      'Email,Klaviyo ID,First Name,Last Name,Organization,Title,Phone Number,City,Country,Email Marketing Consent,Email Suppressions',
      [
        {
          Email: 'ada@engines.example',
          'First Name': 'Ada',
          'Last Name': 'Lovelace',
          Organization: 'Engines',
          'Email Marketing Consent': 'NEVER_SUBSCRIBED',
          'Email Suppressions': '[]',
        },
        { Email: 'bob@x.example', 'Email Marketing Consent': 'UNSUBSCRIBED' },
      ],
    ),
    people: {
      'ada@engines.example': { ...ada, companyName: 'Engines' },
      'bob@x.example': { suppressedAs: 'unsubscribed' },
    },
  },
  {
    product: 'Lusha',
    ...table(
      'First Name,Last Name,Job Title,Company Name,Private Email,Work Email,Direct Phone,Mobile,LinkedIn URL,Country',
      [
        {
          'First Name': 'Ada',
          'Last Name': 'Lovelace',
          'Private Email': 'ada@home.example',
          'Work Email': 'ada@engines.example',
          'LinkedIn URL': 'n/a',
          Country: 'Germany',
        },
        { 'Private Email': 'bob@home.example' },
      ],
    ),
    people: {
      'ada@engines.example': { ...ada, linkedinUrl: null, country: 'DE' },
      'bob@home.example': {},
    },
  },
  {
    product: 'ZoomInfo',
    ...table(
      'ZoomInfo Contact ID,Last Name,First Name,Job Title,Direct Phone Number,Email Address,Mobile phone,LinkedIn Contact Profile URL,Company Name,Website,Person City,Country',
      [
        {
          'First Name': 'Ada',
          'Last Name': 'Lovelace',
          'Email Address': 'ada@engines.example',
          'Direct Phone Number': '1',
          'LinkedIn Contact Profile URL': 'https://www.linkedin.com/in/ada',
          'Person City': 'London',
        },
      ],
    ),
    people: {
      'ada@engines.example': {
        ...ada,
        phone: '1',
        linkedinUrl: 'https://www.linkedin.com/in/ada',
        city: 'London',
      },
    },
  },
  {
    product: 'Hunter',
    ...table(
      'Email address,Domain name,Organization,Confidence score,Type,Number of sources,First name,Last name,Position,Phone number,Twitter handle,LinkedIn URL',
      [
        {
          'Email address': 'ada@engines.example',
          Organization: 'Engines',
          Type: 'personal',
          'First name': 'Ada',
          'Last name': 'Lovelace',
          Position: 'Analyst',
        },
      ],
    ),
    people: { 'ada@engines.example': { ...ada, companyName: 'Engines', jobTitle: 'Analyst' } },
  },
  {
    product: 'Thunderbird',
    ...table(
      'First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name,Work Phone,Home Phone,Fax Number,Mobile Number,Home City,Home Country,Work Address,Work City,Work Country,Job Title,Department,Organization,Web Page 1,Notes',
      [
        {
          'First Name': 'Ada',
          'Last Name': 'Lovelace',
          'Primary Email': 'ada@engines.example',
          'Secondary Email': 'ada@home.example',
          'Home City': 'Potsdam',
          'Work City': 'Berlin',
          'Job Title': 'Analyst',
          Organization: 'Engines',
        },
      ],
    ),
    people: {
      'ada@engines.example': { ...ada, city: 'Berlin', jobTitle: 'Analyst', companyName: 'Engines' },
    },
  },
];
