/** Handlers of the test assembly. They write their input to the state folder, where tests read it. */
const record = `
import { appendFileSync } from 'node:fs';
import { basename, join } from 'node:path';
const root = process.env.LAMBDA_TASK_ROOT;
const record = (value) =>
  appendFileSync(join(root, '../..', basename(root) + '.jsonl'), JSON.stringify(value) + '\\n');
`;

export const codes = {
  echo: `export const handler = async (event) => {
    const body = JSON.parse(event.headers['x-answer'] ?? 'null');
    return body ?? { statusCode: 200, body: JSON.stringify({ event, now: Date.now(), env: process.env }) };
  };`,
  work: `${record}
  export const handler = async ({ Records }) => {
    record(Records.map(({ messageId, body, attributes }) => ({ messageId, body, count: attributes.ApproximateReceiveCount })));
    if (Records.some(({ body }) => body === 'throw')) throw new Error('as asked');
    return { batchItemFailures: Records.filter(({ body }) => body.startsWith('fail')).map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };`,
  publish: `${record}
  export const handler = async ({ Records }) => {
    const keys = Records.map(({ dynamodb }) => dynamodb.Keys.sk.S);
    record({ keys, records: Records });
    if (keys.includes('poison')) throw new Error('as asked');
    return { batchItemFailures: [] };
  };`,
  sweep: `${record}
  export const handler = async (event) => { record({ now: Date.now(), event }); };`,
};
