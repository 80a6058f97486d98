import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const Resource = z.object({
  Type: z.string(),
  Properties: z._default(z.record(z.string(), z.unknown()), {}),
});

const Template = z.object({
  Resources: z._default(z.record(z.string(), Resource), {}),
  Outputs: z._default(
    z.record(
      z.string(),
      z.object({ Value: z.unknown(), Export: z.optional(z.object({ Name: z.unknown() })) }),
    ),
    {},
  ),
  Parameters: z._default(z.record(z.string(), z.object({ Default: z.optional(z.unknown()) })), {}),
});

const Assets = z.object({
  files: z._default(
    z.record(
      z.string(),
      z.object({
        source: z.object({ path: z.optional(z.string()) }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    ),
    {},
  ),
});

export type TemplateResource = z.infer<typeof Resource>;
export type StackTemplate = z.infer<typeof Template>;

/** The parts of the output of `cdk synth` that the local stack needs. */
export interface Assembly {
  readonly templates: readonly StackTemplate[];
  /** Path of each asset's folder or file, by its key in the assets bucket. */
  readonly assetPaths: ReadonlyMap<string, string>;
}

/** Reads every stack of an assembly. @throws when the folder has no template, or an invalid one. */
export async function readAssembly(folder: string): Promise<Assembly> {
  const names = await readdir(folder);
  const templates: StackTemplate[] = [];
  const assetPaths = new Map<string, string>();

  for (const name of names.toSorted()) {
    if (name.endsWith('.template.json')) {
      templates.push(z.parse(Template, await readJson(join(folder, name))));
    } else if (name.endsWith('.assets.json')) {
      const { files } = z.parse(Assets, await readJson(join(folder, name)));

      for (const { source, destinations } of Object.values(files)) {
        for (const { objectKey } of Object.values(destinations)) {
          if (source.path !== undefined) assetPaths.set(objectKey, join(folder, source.path));
        }
      }
    }
  }

  if (templates.length === 0) throw new Error(`No synthesised template in ${folder}`);

  return { templates, assetPaths };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}
