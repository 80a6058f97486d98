import { fileURLToPath } from 'node:url';

const wrapper = fileURLToPath(new URL('./as-operation.ts', import.meta.url));

/** A plugin that wraps every imported handler with `asOperation`. */
export function permissionCheckPlugin() {
  return {
    name: 'judged-functions',
    transform(code: string, id: string) {
      const [, domain, verb] = /\/functions\/([^/]+)\/([^/]+)\.ts$/.exec(id) ?? [];
      if (domain === undefined || verb === undefined) return undefined;
      const unwrapped = code.replace('export const handler =', 'const plainHandler =');
      if (unwrapped === code) throw new Error(`${id} exports no handler`);
      const wrapped = [
        `import { asOperation } from ${JSON.stringify(wrapper)};`,
        `export const handler = asOperation(${JSON.stringify(`${domain}.${verb}`)}, plainHandler);`,
      ];

      return { code: [unwrapped, ...wrapped].join('\n'), map: null };
    },
  };
}
