import { fileURLToPath } from 'node:url';

const wrapper = fileURLToPath(new URL('./as-operation.ts', import.meta.url));

/** A plugin that wraps every imported handler with `asOperation`. */
export function judgedFunctions() {
  return {
    name: 'judged-functions',
    transform(code: string, id: string) {
      const [, domain, verb] = /\/functions\/([^/]+)\/([^/]+)\.ts$/.exec(id) ?? [];
      if (domain === undefined || verb === undefined) return undefined;
      const plain = code.replace('export const handler =', 'const plainHandler =');
      if (plain === code) throw new Error(`${id} exports no handler`);
      const judged = [
        `import { asOperation } from ${JSON.stringify(wrapper)};`,
        `export const handler = asOperation(${JSON.stringify(`${domain}.${verb}`)}, plainHandler);`,
      ];

      return { code: [plain, ...judged].join('\n'), map: null };
    },
  };
}
