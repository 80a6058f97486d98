import { afterEach, describe, expect, test, vi } from 'vitest';
import { TimeZone } from '#lib/values/time-zone.ts';
import { localDate, localTime, momentOf, nextLocalDay } from '#lib/values/time-zones.ts';
import { isWholeTier } from '../../support/tier.ts';
import { changesOf, oddZones, reading } from './reference-clock.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const zones = isWholeTier ? Intl.supportedValuesOf('timeZone') : oddZones;
const [firstYear, lastYear] = isWholeTier ? [2025, 2031] : [2026, 2027];

const shown = (at: number, zone: string) =>
  new Date(localTime(at, zone)).toISOString().slice(0, 16).replace('T', ' ');
const nextDay = (at: string, zone: string) => new Date(nextLocalDay(Date.parse(at), zone)).toISOString();

describe('local time and local days match the zone database at every change, in', () => {
  test.each(zones)('%s', (zone) => {
    for (let at = Date.UTC(firstYear, 0); at < Date.UTC(lastYear, 0); at += 6 * hourMs) {
      if (shown(at, zone) !== reading(at, zone)) expect(shown(at, zone)).toBe(reading(at, zone));
    }
    for (const change of changesOf(zone, firstYear, lastYear)) {
      expect(shown(change - 1, zone)).toBe(reading(change - 1, zone));
      expect(shown(change, zone)).toBe(reading(change, zone));
      for (const before of [30 * hourMs, hourMs, 1, 0]) {
        expect(nextLocalDay(change - before, zone)).toBe(laterDate(change - before, zone));
      }
    }
  });
});

/** The first minute with a later date. */
function laterDate(at: number, zone: string): number {
  const today = reading(at, zone).slice(0, 10);
  let minute = Math.ceil((at + 1) / minuteMs) * minuteMs;
  while (reading(minute, zone).slice(0, 10) <= today) minute += minuteMs;

  return minute;
}

describe('the next local day begins', () => {
  test.each([
    [
      'a millisecond after the last one of today',
      '2026-03-13T22:59:59.999Z',
      'Europe/Berlin',
      '2026-03-13T23:00:00.000Z',
    ],
    ['a day after its own start', '2026-03-13T23:00:00.000Z', 'Europe/Berlin', '2026-03-14T23:00:00.000Z'],
    [
      'at 01:00 when midnight is skipped',
      '2026-04-23T12:00:00.000Z',
      'Africa/Cairo',
      '2026-04-23T22:00:00.000Z',
    ],
    [
      'once when the hour before it is repeated',
      '2026-10-29T20:30:00.000Z',
      'Africa/Cairo',
      '2026-10-29T22:00:00.000Z',
    ],
    [
      'once when its first hour is repeated',
      '2026-11-01T04:30:00.000Z',
      'America/Havana',
      '2026-11-02T05:00:00.000Z',
    ],
    [
      'when clocks change a minute after midnight',
      '2010-11-07T02:30:30.000Z',
      'America/St_Johns',
      '2010-11-08T03:30:00.000Z',
    ],
    [
      'again when clocks go back to the previous day',
      '2010-11-07T02:40:00.000Z',
      'America/St_Johns',
      '2010-11-07T03:30:00.000Z',
    ],
    [
      'with the next date when one is skipped',
      '2011-12-30T00:00:00.000Z',
      'Pacific/Apia',
      '2011-12-30T10:00:00.000Z',
    ],
  ])('%s', (_, at, zone, expected) => {
    expect(nextDay(at, zone)).toBe(expected);
  });
});

test('a date starts when clocks first show it, even if midnight is skipped', () => {
  const begin = (date: string, zone: string) => new Date(momentOf(date, 0, zone)).toISOString();

  expect(begin('2026-04-24', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z');
  expect(begin('2026-03-13', 'Asia/Kathmandu')).toBe('2026-03-12T18:15:00.000Z');
  expect(begin('2011-12-30', 'Pacific/Apia')).toBe(begin('2011-12-31', 'Pacific/Apia'));
});

describe('the zone database', () => {
  const asked = () => vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  afterEach(() => vi.restoreAllMocks());

  test('is queried twice per week and zone, regardless of the number of calls', () => {
    const calls = asked();
    const monday = Date.parse('2041-06-10T00:00:00Z');
    for (let minute = 0; minute < 3 * 24 * 60; minute++) localDate(monday + minute * minuteMs, 'Europe/Oslo');

    expect(calls).toHaveBeenCalledTimes(2);
  });

  test('is queried at most 22 times for a week with a change', () => {
    const calls = asked();
    const change = Date.parse('2041-03-31T01:00:00Z');
    expect(shown(change - 1, 'Europe/Oslo')).toBe('2041-03-31 01:59');
    expect(shown(change, 'Europe/Oslo')).toBe('2041-03-31 03:00');

    expect(calls.mock.calls.length).toBeLessThanOrEqual(22);
  });

  test('is queried again for evicted weeks: at most 5000 weeks are cached', () => {
    const weekMs = 7 * 24 * hourMs;
    localTime(0, 'Asia/Tokyo');
    for (let week = 1; week <= 5000; week++) localTime(week * weekMs, 'Asia/Tokyo');
    const calls = asked();
    localTime(0, 'Asia/Tokyo');

    expect(calls).toHaveBeenCalled();
  });
});

describe('a name that the zone database', () => {
  test.each([
    'Europe/Berlin',
    'europe/berlin',
    ' UTC ',
    'US/Eastern',
    'Asia/Calcutta',
    'Europe/Kiev',
    'EST5EDT',
    'Etc/GMT+5',
  ])('has under this or an older name is accepted: %s', (name) => {
    expect(TimeZone.safeParse(name).success).toBe(true);
  });

  test.each([
    '+01:00',
    'Berlin',
    '',
    'Mars/Olympus',
    'UTC+1',
    'Europe/Berlin\n/',
    'asia/\u212Aolkata',
    'GMT+0100',
  ])('does not have is rejected: %j', (name) => {
    // Twice, to check that the result is cached correctly.
    expect([1, 2].map(() => TimeZone.safeParse(name).success)).toEqual([false, false]);
  });

  test('no longer has throws when it is read back and is not treated as UTC', () => {
    expect(() => localTime(0, 'Mars/Olympus')).toThrow(RangeError);
    expect(() => nextLocalDay(0, 'Mars/Olympus')).toThrow(RangeError);
    expect(() => localTime(0, '')).toThrow(RangeError);
  });

  test('has as an alias has the local time of its zone', () => {
    const summer = Date.UTC(2026, 6);
    expect(localTime(summer, 'US/Eastern')).toBe(localTime(summer, 'America/New_York'));
    expect(localTime(summer, 'asia/calcutta')).toBe(summer + 5.5 * hourMs);
  });
});
