/** `pass`: the record is valid; `fail`: it is invalid; `missing`: there is none. */
export type Verdict = 'pass' | 'fail' | 'missing';
