import { UserError } from '../user-error.ts';
import { cachedFolder } from './engine-cache.ts';
import { downloadPackage, type MavenPackage } from './maven.ts';

export const dynamoDbLocalPackage: MavenPackage = {
  group: 'software.amazon.dynamodb',
  artifact: 'DynamoDBLocal',
  version: '3.1.0',
};

/**
 * The folder with DynamoDB Local, which is downloaded once.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.DownloadingAndRunning.html
 * @param beforeDownload is called before a download, not when an earlier one is there
 * @throws UserError when Maven is not installed or cannot download it
 */
export async function fetchDynamoDbLocal(beforeDownload?: () => void): Promise<string> {
  return cachedFolder(`dynamodb-local-${dynamoDbLocalPackage.version}`, async (folder) => {
    beforeDownload?.();
    await downloadPackage(dynamoDbLocalPackage, folder).catch((error: unknown) => {
      throw new UserError(
        `DynamoDB Local cannot be downloaded with Maven. ${error instanceof Error ? error.message : error} ` +
          'Install Java and Maven, or unpack DynamoDB Local and start with DYNAMODB_LOCAL=<its folder>.',
      );
    });
  });
}
