import type { ITable, Table } from 'aws-cdk-lib/aws-dynamodb';

/** The stage's own table or a restored one. CDK's `Table` class does not strictly implement `ITable`. */
export type ServiceTable = Table | ITable;
