/** Labels that the API document recommends. Users can choose any others. */
export const commonLabels = [
  'interested',
  'not_interested',
  'meeting_booked',
  'wrong_person',
  'out_of_office',
  'unsubscribe_request',
] as const;

/** `meeting_booked` → “Meeting booked” */
export function labelText(label: string): string {
  const words = label.replaceAll(/[_-]+/gu, ' ').trim();

  return words === '' ? label : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** “Meeting booked” → `meeting_booked`; empty if the text has no character of a label. */
export const toLabel = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/gu, '_')
    .replaceAll(/[^a-z0-9_-]/gu, '')
    .replace(/^[_-]+/u, '')
    .slice(0, 50);

/** A reply has at most this many labels. */
export const labelsMax = 10;
