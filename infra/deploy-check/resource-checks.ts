import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { DescribeTableCommand, DynamoDBClient, ListTagsOfResourceCommand } from '@aws-sdk/client-dynamodb';
import { DescribeKeyCommand, KMSClient, ListResourceTagsCommand } from '@aws-sdk/client-kms';
import { GetBucketTaggingCommand, type GetBucketTaggingOutput, S3Client } from '@aws-sdk/client-s3';
import type { Check, CheckedStage } from './check.ts';

/** Checks of the resources that the settings name. */
export function resourceChecks(checked: CheckedStage): Check[] {
  const { domain, table, keys, exportsBucketName } = checked.settings;

  return [
    ...(domain === undefined
      ? []
      : [{ what: 'certificateArn', findProblems: () => certificateProblems(domain, checked) }]),
    ...(table === undefined
      ? []
      : [{ what: 'tableStreamArn', findProblems: () => tableProblems(table, checked) }]),
    ...(keys === undefined
      ? []
      : [
          {
            what: 'secretsKeyArn',
            findProblems: () => keyProblems(keys.secrets.keyArn, 'SYMMETRIC_DEFAULT', checked),
          },
          {
            what: 'signingKeyArn',
            findProblems: () => keyProblems(keys.signing.keyArn, 'HMAC_256', checked),
          },
        ]),
    ...(exportsBucketName === undefined
      ? []
      : [{ what: 'exportsBucketName', findProblems: () => bucketProblems(exportsBucketName, checked) }]),
  ];
}

type Domain = NonNullable<CheckedStage['settings']['domain']>;
type Table = NonNullable<CheckedStage['settings']['table']>;

async function certificateProblems(
  { name, certificate: { certificateArn } }: Domain,
  { client }: CheckedStage,
) {
  const { Certificate: certificate } = await new ACMClient(client).send(
    new DescribeCertificateCommand({ CertificateArn: certificateArn }),
  );
  const names = certificate?.SubjectAlternativeNames ?? [];
  const wildcard = name.replace(/^[^.]+/, '*');

  return [
    ...unless(certificate?.Status === 'ISSUED', `its status is ${certificate?.Status}, not ISSUED.`),
    ...unless(
      names.includes(name) || names.includes(wildcard),
      `it is for ${names.join(', ')}, not for ${name}.`,
    ),
  ];
}

async function tableProblems({ tableArn, tableStreamArn }: Table, { client, stage }: CheckedStage) {
  const dynamodb = new DynamoDBClient(client);
  const { Table: table } = await dynamodb.send(new DescribeTableCommand({ TableName: tableArn }));
  const { Tags = [] } = await dynamodb.send(new ListTagsOfResourceCommand({ ResourceArn: tableArn }));
  const { StreamEnabled: isEnabled, StreamViewType: view } = table?.StreamSpecification ?? {};

  return [
    ...unless(table?.TableStatus === 'ACTIVE', `the table’s status is ${table?.TableStatus}, not ACTIVE.`),
    ...unless(
      isEnabled === true && view === 'NEW_AND_OLD_IMAGES' && table?.LatestStreamArn === tableStreamArn,
      `the table’s stream is not enabled with new and old images, or has another ARN: ${table?.LatestStreamArn}.`,
    ),
    ...tagProblems(stage, Object.fromEntries(Tags.map(({ Key, Value }) => [Key, Value]))),
  ];
}

async function keyProblems(keyArn: string, keySpec: string, { client, stage }: CheckedStage) {
  const kms = new KMSClient(client);
  const { KeyMetadata: key } = await kms.send(new DescribeKeyCommand({ KeyId: keyArn }));
  const { Tags = [] } = await kms.send(new ListResourceTagsCommand({ KeyId: keyArn }));

  return [
    ...unless(key?.KeyState === 'Enabled', `its state is ${key?.KeyState}, not Enabled.`),
    ...unless(key?.KeySpec === keySpec, `it is a key of the type ${key?.KeySpec}, not ${keySpec}.`),
    ...tagProblems(stage, Object.fromEntries(Tags.map(({ TagKey, TagValue }) => [TagKey, TagValue]))),
  ];
}

async function bucketProblems(name: string, { client, stage }: CheckedStage) {
  const { TagSet = [] } = await new S3Client(client)
    .send(new GetBucketTaggingCommand({ Bucket: name }))
    .catch((error: unknown): GetBucketTaggingOutput => {
      if (error instanceof Error && error.name === 'NoSuchTagSet') return { TagSet: [] };
      throw error;
    });

  return tagProblems(stage, Object.fromEntries(TagSet.map(({ Key, Value }) => [Key, Value])));
}

function tagProblems(stage: string, tags: Readonly<Record<string, string | undefined>>) {
  return unless(
    tags['service'] === 'outreach' && tags['stage'] === stage,
    `it lacks the tags service=outreach and stage=${stage}, so it may belong to another stage.`,
  );
}

function unless(isGood: boolean, problem: string): string[] {
  return isGood ? [] : [problem];
}
