import { describe, expect, test } from 'vitest';
import { blockedDomainKey, entryPut } from '#lib/blocklist/items.ts';
import { NewCampaign } from '#lib/campaigns/definition/campaign.ts';
import { campaignsOfTag, nameIndexAttributes, tagEntryKey } from '#lib/campaigns/state/items.ts';
import { domainClaimKey, nameClaimKey } from '#lib/companies/items.ts';
import { addressClaimKey } from '#lib/contacts/addresses/address-claim.ts';
import { formerAddressPut } from '#lib/contacts/addresses/former-address.ts';
import { tagKey } from '#lib/contacts/items.ts';
import { accountAddressKey as accountClaimKey } from '#lib/email-accounts/items.ts';
import { dueIndex, firstEmailQueue } from '#lib/executions/items.ts';
import { labelIndexKeys, replyLabelKey } from '#lib/replies/items.ts';
import { checkKeys } from '#lib/storage/table.ts';
import { CompanyName, nameSortText } from '#lib/values/company-name.ts';
import { Tag } from '#lib/values/profile.ts';
import { filesOf } from '../sources.ts';
import { keyTextsOf } from './key-texts.ts';

/** Values that the service creates: ids, counters, times, hashes, prefixes and complete keys. */
const serviceValues = [
  /^(?:\w+\.)*(?:\w*[iI]d|pk|sk)$/,
  /^(?:workspaceId|kind|shard|status|provider|period|day|part|digest|code|addressHash|key|repeatKey|snoozedUntil)$/,
  /^\w*(?:[pP]artition|[iI]ndex|[pP]refix|Of|By|ById|SortKey|Executions|Activity|Names|OfStatus|OfTag)(?:\(.*\))?$/,
  /^(?:shardOf|sortableTime|padNumber|hash|campaignsOfStatus|settingsKey|String)\(.*\)(?:\.\w+(?:\(.*\))?)?$/,
  /^(?:partitions\[.*\]|scopeId === undefined .*|subjectId\.startsWith\(.*|begin <= end .*|z\.string\(\))$/,
  /^(?:campaignNames|executionById|campaignExecutions|campaignsOfTag)\(.*\)$/,
  // The hash of a session, a hash, a contract's path, 32 bits of a mailbox, the hash of a folder, and a position in a chunk.
  /^(?:attribute|client|networkHash\(sourceIp\)|route|uidValidity|folder|path === undefined .*)$/,
  /^(?:unchangedTest\(gsi3sk\)|contactKey\(.*\)\.pk|z\.optional\(z\.string\(\)\))$/,
];

/** Values that callers choose. A test below builds every key with the longest ones. */
const callerValues: readonly string[] = [
  ...['tag', 'address', 'domain', 'localPart', 'reversed(domain)', "domain.split('.').slice(-2).join('.')"],
  ...[
    'comparableCompanyName(name)',
    'nameSortText(company.name)',
    'nameSortKey(name)',
    'value',
    'label',
    "zone ?? ''",
    'queue',
  ],
];

/** Values from a contract: the path of a route. */
const contractValues: readonly string[] = ['path', 'name'];

const workspace = `wsp_${'0'.repeat(26)}`;
const id = `con_${'0'.repeat(26)}`;

/** 64 octets before the @ and a domain of 253 octets; longer addresses are refused. */
const domain = `${'d'.repeat(61)}.`.repeat(4).slice(0, 249).concat('.com');
const address = `${'l'.repeat(64)}@${domain}`;

/** The longest values that a schema accepts, with characters that grow in UTF-8, NFKC, NFD or lower case. */
function longestOf(schema: { safeParse(value: string): { success: boolean } }, lengthMax: number): string[] {
  return ['a', 'ü', '\uffff', '\ufdfa', '\u0130', '\u{1d518}', '\u0390', '\u{10ffff}', '%'].map(
    (character) => {
      let text = '';
      for (let count = Math.floor(lengthMax / character.length); count > 0 && text === ''; count--) {
        if (schema.safeParse(character.repeat(count)).success) text = character.repeat(count);
      }
      expect(text).not.toBe('');

      return text;
    },
  );
}

describe('A key', () => {
  test('has only values with a known maximum length', () => {
    const texts = keyTextsOf(filesOf('lib', '.ts'));
    const isKnown = ({ text }: { text: string }) =>
      serviceValues.some((pattern) => pattern.test(text)) ||
      callerValues.includes(text) ||
      contractValues.includes(text);

    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((each) => !isKnown(each))).toEqual([]);
    expect(callerValues.filter((each) => !texts.some(({ text }) => text === each))).toEqual([]);
  });

  test.each([
    [
      'a tag',
      longestOf(Tag, 50).flatMap((tag) => [
        tagKey(workspace, tag, id),
        tagEntryKey(workspace, tag, id),
        { gsi2pk: campaignsOfTag(workspace, tag) },
      ]),
    ],
    [
      'a company’s name',
      longestOf(CompanyName, 200).flatMap((name) => [
        nameClaimKey(workspace, name),
        { gsi2sk: `${nameSortText(name)}#${id}` },
      ]),
    ],
    [
      'a campaign’s name',
      longestOf(NewCampaign.shape.name, 1000).map((name) => nameIndexAttributes(workspace, { id, name })),
    ],
    [
      'a label',
      ['a'.repeat(50)].flatMap((label) => [
        replyLabelKey({ workspaceId: workspace, contactId: id, id }, label),
        labelIndexKeys({ workspaceId: workspace, contactId: id, id }, label),
      ]),
    ],
    [
      'an address',
      [
        addressClaimKey(workspace, address),
        accountClaimKey(workspace, address),
        formerAddressPut(workspace, id, address).put,
        { gsi2sk: address },
      ],
    ],
    ['a domain', [domainClaimKey(workspace, domain), blockedDomainKey(workspace, domain)]],
    ['a blocked address', [entryPut(workspace, { id, value: address, type: 'email' } as never).put]],
    ['a time zone', [{ gsi3pk: dueIndex(workspace, id, firstEmailQueue('z'.repeat(64))) }]],
  ])('with the longest value for %s fits into the table', (_, keys) => {
    for (const key of keys) expect(() => checkKeys(key)).not.toThrow();
  });
});
