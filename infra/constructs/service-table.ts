import type { ITable, Table } from 'aws-cdk-lib/aws-dynamodb';

/** The stage's own table, or one that was restored. CDK's class does not satisfy its own interface to the letter. */
export type ServiceTable = Table | ITable;
