import manifest from '../../package.json' with { type: 'json' };

/** What the packages of all languages have in common. */
export const release = {
  name: manifest.name,
  version: manifest.version,
  license: manifest.license,
  engines: manifest.engines,
};
