/** What a domain says: it is right, it is wrong, or nothing is said. */
export type Verdict = 'pass' | 'fail' | 'missing';
