import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-. ';

/** The secret with one character replaced, at each position in turn. */
export function mutate(secret: string, count: number): string[] {
  return Array.from({ length: count }, (_, position) => {
    const at = position % secret.length;
    let other = secret.charAt(at);
    while (other === secret.charAt(at)) other = alphabet.charAt(randomInt(alphabet.length));

    return `${secret.slice(0, at)}${other}${secret.slice(at + 1)}`;
  });
}

export async function inBatches<Input, Output>(
  inputs: readonly Input[],
  size: number,
  act: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const outputs: Output[] = [];
  for (let first = 0; first < inputs.length; first += size) {
    outputs.push(...(await Promise.all(inputs.slice(first, first + size).map(act))));
  }

  return outputs;
}
