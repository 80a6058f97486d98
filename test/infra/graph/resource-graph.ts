import * as z from 'zod/mini';

const Template = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z._default(z.record(z.string(), z.unknown()), {}) }),
  ),
  Outputs: z._default(
    z.record(
      z.string(),
      z.object({ Value: z.unknown(), Export: z.optional(z.object({ Name: z.unknown() })) }),
    ),
    {},
  ),
});
type Template = z.infer<typeof Template>;

export interface Node {
  readonly id: string;
  readonly type: string;
  readonly properties: Record<string, unknown>;
}

/** The resources of one stage's templates, with references resolved across stacks. */
export interface ResourceGraph {
  readonly nodes: readonly Node[];
  ofType(type: string): Node[];
  /** The resource that a `Ref`, `Fn::GetAtt` or `Fn::ImportValue` refers to; undefined for other values. */
  target(reference: unknown): Node | undefined;
}

/** Each rule returns one sentence per fault; an empty list means that the stage fulfils the rule. */
export type Rule = (graph: ResourceGraph) => string[];

const Reference = z.union([
  z.pipe(
    z.object({ Ref: z.string() }),
    z.transform(({ Ref }) => ({ id: Ref })),
  ),
  z.pipe(
    z.object({ 'Fn::GetAtt': z.tuple([z.string()], z.string()) }),
    z.transform((it) => ({ id: it['Fn::GetAtt'][0] })),
  ),
  z.pipe(
    z.object({ 'Fn::ImportValue': z.string() }),
    z.transform((it) => ({ exportName: it['Fn::ImportValue'] })),
  ),
]);

/** @param templates of one stage, as JSON. Logical ids are unique across its stacks. */
export function resourceGraph(templates: readonly unknown[]): ResourceGraph {
  const parsed = templates.map((template) => z.parse(Template, template));
  const nodes = parsed.flatMap(({ Resources }) =>
    Object.entries(Resources).map(([id, { Type, Properties }]) => ({
      id,
      type: Type,
      properties: Properties,
    })),
  );
  const exported = new Map(parsed.flatMap(exportsOf));
  const target = (reference: unknown): Node | undefined => {
    const { data } = Reference.safeParse(reference);
    if (!data) return undefined;
    if ('exportName' in data) return target(exported.get(data.exportName));

    return nodes.find(({ id }) => id === data.id);
  };

  return { nodes, ofType: (type) => nodes.filter((node) => node.type === type), target };
}

function exportsOf({ Outputs }: Template): [string, unknown][] {
  return Object.values(Outputs).flatMap(({ Value, Export }): [string, unknown][] =>
    typeof Export?.Name === 'string' ? [[Export.Name, Value]] : [],
  );
}
