import { runProgram } from '../command-line/program.ts';
import { createLocalProgram } from './control-program.ts';

await runProgram(createLocalProgram());
