import { randomBytes } from 'node:crypto';

/** A password like no other, with what escaping would change around the part that is looked for. */
export interface PlantedSecret {
  readonly password: string;
  readonly core: string;
}

export function plantSecret(): PlantedSecret {
  const core = randomBytes(24).toString('hex');

  return { password: `"\\ +/&%${core}=`, core };
}

/** In which of the ways that programs write bytes a text has the secret, on its own or within something longer. */
export function leaksIn(text: string, { core }: PlantedSecret): string[] {
  const forms = { clear: core, hex: Buffer.from(core).toString('hex'), ...base64Forms(core) };

  return Object.entries(forms).flatMap(([name, form]) =>
    text.includes(form) || (name === 'hex' && text.includes(form.toUpperCase())) ? [name] : [],
  );
}

/** Base64 of a text depends on how many bytes stand before it, modulo three; what is shared with its neighbours is left out. */
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
