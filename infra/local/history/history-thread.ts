/** Builds the history in its own thread, so that the process answers signals and requests in the meantime. */
import { parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '#lib/runtime/config.ts';
import { dynamoClient, services } from '#lib/runtime/services.ts';
import { buildHistory } from './history.ts';
import { wakeUp } from './wake-up.ts';
import type { HistorySettings } from './world.ts';
import { writeItems } from './write-items.ts';

const settings: HistorySettings = workerData;

const { world, access } = await buildHistory(settings);
const { TABLE_NAME } = readConfig('table:write');
await writeItems(dynamoClient(), TABLE_NAME, world.table.items(), settings.end);
await wakeUp({ ...services(), now: () => settings.end }, world.workspaceId);
parentPort?.postMessage(access);
