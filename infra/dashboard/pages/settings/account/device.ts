/** In this order, because the header of Edge also names Chrome and Safari, for example. */
const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\//u],
  ['Opera', /\bOPR\//u],
  ['Firefox', /\b(?:Firefox|FxiOS)\//u],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//u],
  ['Safari', /\bSafari\//u],
] as const;
/** In this order, because the header of Android also names Linux, and the header of iOS names Mac OS X. */
const systems = [
  ['Android', /Android/u],
  ['iOS', /iPhone|iPad/u],
  ['Windows', /Windows/u],
  ['macOS', /Mac OS X/u],
  ['Linux', /Linux/u],
] as const;

/** “Firefox on Linux”, or “Firefox” for an unknown system. Programs that are no browser are shown by their header. */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown program';
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (browser === undefined) return userAgent.slice(0, 60);

  return system === undefined ? browser : `${browser} on ${system}`;
}
