import { type AttributeValue, ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { Login, userCredentialKey } from '#lib/auth/items.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { dynamoClient, type Services } from '#lib/runtime/services.ts';

/**
 * Deletes the users of an earlier version, which had no index of users. Only a scan of the whole table finds them. It costs
 * half a read unit for each 4 KB of the table, so use it only for adopted workspaces. An interrupted scan starts again from
 * the beginning. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Scan.html
 * @returns the number of deleted users
 */
export async function eraseEarlierUsers(table: Services['table'], workspaceId: string): Promise<number> {
  const { TABLE_NAME: TableName } = readConfig('table:read');
  let deleted = 0;
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamoClient().send(
      new ScanCommand({
        TableName,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
        FilterExpression: 'begins_with(pk, :login) AND sk = :user AND workspaceId = :workspace',
        ExpressionAttributeValues: {
          ':login': { S: 'LOGIN#' },
          ':user': { S: 'USER' },
          ':workspace': { S: workspaceId },
        },
      }),
    );
    for (const each of Items) {
      const login = unmarshall(each);
      const { userId } = Login.parse(login);
      await table.transact([
        { delete: userCredentialKey(userId) },
        { delete: { pk: String(login['pk']), sk: String(login['sk']) } },
      ]);
      deleted += 1;
    }
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);

  return deleted;
}
