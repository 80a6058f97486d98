/** `pass`: the record is valid; `fail`: it is invalid; `missing`: no record exists. */
export type DnsVerdict = 'pass' | 'fail' | 'missing';
