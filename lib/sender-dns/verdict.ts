/** `pass`: the record is valid and, for SPF, allows the mail server. `fail`: otherwise. `missing`: no record exists. */
export type DnsVerdict = 'pass' | 'fail' | 'missing';
