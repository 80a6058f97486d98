/** The folder in which the local stack keeps its state. */
export const stateDefault = '.local';

/** The option `--state` of all commands that use a local stack. */
export const stateOption = [
  '--state <folder>',
  'the folder in which the local stack keeps its state',
  stateDefault,
] as const;
