import { openClientTokens } from '../client-tokens.ts';
import type { EngineRequest, EngineResponse } from '../http-server.ts';
import { ServiceError } from '../service-error.ts';
import type { ScheduleFile } from './schedule-file.ts';
import { openScheduleGroups } from './schedule-groups.ts';
import { parseName } from './schedule-input.ts';
import { scheduleOperations } from './schedule-operations.ts';
import { clientTokenOf, type Operation } from './scheduler-wire.ts';

/** EventBridge Scheduler's REST-JSON API. https://docs.aws.amazon.com/scheduler/latest/APIReference/ */
export function schedulerApi(file: ScheduleFile) {
  const groups = openScheduleGroups(file.database);
  const runOnce = openClientTokens(file.database);
  const schedule = scheduleOperations(file, groups);
  const operations = new Map<string, Operation>([
    ['POST schedules', schedule.put],
    ['PUT schedules', schedule.put],
    ['GET schedules', schedule.get],
    ['DELETE schedules', schedule.remove],
    ['POST schedule-groups', groups.create],
  ]);

  const execute = (request: EngineRequest): string => {
    if (request.method === 'GET' && request.path === '/schedules') {
      return JSON.stringify(schedule.list(request));
    }
    const [, resource = '', encodedName = ''] = request.path.split('/');
    const operation = operations.get(`${request.method} ${resource}`);
    if (operation === undefined) {
      const call = `${request.method} ${request.path}`;
      throw new ServiceError('UnknownOperationException', 404, `The local engine does not support ${call}.`);
    }
    const name = parseName(decodeURIComponent(encodedName));
    if (request.method === 'GET') {
      return JSON.stringify(operation(request, name));
    }

    return runOnce(request, clientTokenOf(request), () => operation(request, name));
  };

  return (request: EngineRequest): EngineResponse => {
    try {
      return { status: 200, body: execute(request) };
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      const headers = { 'x-amzn-errortype': error.code };

      return { status: error.status, headers, body: JSON.stringify({ Message: error.message }) };
    }
  };
}
