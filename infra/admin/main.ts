import { runProgram } from '../command-line/program.ts';
import { connectToRunningStack } from '../local/running-stack.ts';
import { createAdminProgram } from './program.ts';

await runProgram(createAdminProgram(connectToRunningStack));
