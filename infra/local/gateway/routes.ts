import type { Route } from '../template/api.ts';

export interface RouteMatch {
  readonly route: Route;
  /** Still percent-encoded, as a REST API passes them. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** One part of a path, with the routes that end there and the parts that may follow. */
interface Node {
  readonly literals: Map<string, Node>;
  parameter: { readonly name: string; readonly node: Node } | undefined;
  /** A final `{name+}`, which matches all remaining parts. */
  greedy: { readonly name: string; readonly routes: Map<string, Route> } | undefined;
  /** By method. */
  readonly routes: Map<string, Route>;
}

export type FindRoute = (method: string, path: string) => RouteMatch | undefined;

/**
 * Finds the route of a request. A literal part takes precedence over a parameter, a parameter over
 * `{proxy+}`. Only the path selects the resource: if a literal path lacks the method, a parameter path with
 * the method is not used.
 */
export function createRouteFinder(routes: readonly Route[]): FindRoute {
  const root = createNode();
  for (const route of routes) addRoute(root, route);

  return (method, path) => {
    // A REST API ignores trailing slashes.
    const parts = path.split('/').slice(1);
    while (parts.at(-1) === '') parts.pop();
    const resource = findResource(root, parts);
    const route = resource?.routes.get(method) ?? resource?.routes.get('ANY');

    return resource !== undefined && route !== undefined
      ? { route, pathParameters: resource.pathParameters }
      : undefined;
  };
}

function addRoute(root: Node, route: Route): void {
  let node = root;

  for (const part of route.path.split('/').filter((text) => text !== '')) {
    const name = /^\{(.+)\}$/.exec(part)?.[1];

    if (name === undefined) {
      const next = node.literals.get(part) ?? createNode();
      node.literals.set(part, next);
      node = next;
    } else if (name.endsWith('+')) {
      node.greedy ??= { name: name.slice(0, -1), routes: new Map() };
      node.greedy.routes.set(route.method, route);

      return;
    } else {
      node.parameter ??= { name, node: createNode() };
      node = node.parameter.node;
    }
  }
  node.routes.set(route.method, route);
}

interface FoundResource {
  readonly routes: ReadonlyMap<string, Route>;
  readonly pathParameters: Readonly<Record<string, string>>;
}

function findResource(node: Node, parts: readonly string[]): FoundResource | undefined {
  const [part, ...rest] = parts;
  if (part === undefined)
    return node.routes.size > 0 ? { routes: node.routes, pathParameters: {} } : undefined;

  const literal = node.literals.get(part);
  const byLiteral = literal && findResource(literal, rest);
  if (byLiteral !== undefined) return byLiteral;

  if (node.parameter !== undefined && part !== '') {
    const resource = findResource(node.parameter.node, rest);
    if (resource !== undefined) {
      return { ...resource, pathParameters: { [node.parameter.name]: part, ...resource.pathParameters } };
    }
  }

  return (
    node.greedy && { routes: node.greedy.routes, pathParameters: { [node.greedy.name]: parts.join('/') } }
  );
}

function createNode(): Node {
  return { literals: new Map(), parameter: undefined, greedy: undefined, routes: new Map() };
}
