import { randomBytes } from 'node:crypto';

/** A unique password. Its core stays unchanged by escaping; the characters around it would not. */
export interface PlantedSecret {
  readonly password: string;
  readonly core: string;
}

export function plantSecret(): PlantedSecret {
  const core = randomBytes(24).toString('hex');

  return { password: `"\\ +/&%${core}=`, core };
}

/** Encodings in which a text contains the secret, alone or within other text. */
export function findLeaks(text: string, { core }: PlantedSecret): string[] {
  const forms = { clear: core, hex: Buffer.from(core).toString('hex'), ...base64Forms(core) };

  return Object.entries(forms).flatMap(([name, form]) =>
    text.includes(form) || (name === 'hex' && text.includes(form.toUpperCase())) ? [name] : [],
  );
}

/**
 * Base64 depends on the number of preceding bytes modulo three. Characters that depend on adjacent bytes are
 * omitted.
 */
function base64Forms(core: string): Record<string, string> {
  const shifted = [0, 1, 2].map((before) =>
    Buffer.from('x'.repeat(before) + core)
      .toString('base64')
      .slice(before === 0 ? 0 : 4, -4),
  );

  return Object.fromEntries(
    shifted.flatMap((form, before) => [
      [`base64 after ${before}`, form],
      [`base64url after ${before}`, form.replaceAll('+', '-').replaceAll('/', '_')],
    ]),
  );
}
