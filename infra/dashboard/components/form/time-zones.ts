import type { Option } from './select.tsx';

export const timeZoneOption = (zone: string): Option => ({ value: zone, label: zone.replaceAll('_', ' ') });

export const timeZoneOptions: readonly Option[] = [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]),
].map(timeZoneOption);
