import { runProgram } from '../command-line/program.ts';
import { createAdminProgram } from './program.ts';

await runProgram(createAdminProgram());
