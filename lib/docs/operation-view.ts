import { anchor, type Html, html } from '#lib/docs/html.ts';
import { codeBlock, inline, markdown } from '#lib/docs/markdown.ts';
import type { OpenApiDocument, Operation, Parameter, Response } from '#lib/docs/openapi-document.ts';
import { rulesView, schemaView, typeView } from '#lib/docs/schema-view.ts';

export interface OperationRef {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function operationView(document: OpenApiDocument, place: OperationRef): Html {
  const { method, path, operation } = place;
  const { operationId, summary, description, responses } = operation;
  const replies = Object.entries(responses);
  const successes = replies.filter(([status]) => status.startsWith('2'));
  const errors = replies.filter(([status]) => !status.startsWith('2'));

  return html`<section class="operation" id="${anchor(operationId)}"><h3><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${path}</code>${
    operation['x-extension'] === true && html` <span class="extension">extension</span>`
  }</h3><p class="summary">${summary}</p>${description !== `${summary}.` && markdown(description)}${parametersView(document, operation)}${requestView(document, operation)}${codeBlock(curl(place), 'shell')}<h4>Responses</h4>${successes.map(
    ([status, response]) => responseView(status, response),
  )}<p class="errors">Errors: ${errors.map(([status]) => html`<a href="#errors">${status}</a> `)}</p></section>`;
}

export function eventView(kind: string, { summary, requestBody }: Operation): Html {
  return html`<section class="operation" id="${anchor(`event-${kind}`)}"><h3><span class="method event">EVENT</span> <code class="path">${kind}</code></h3><p class="summary">${summary}</p>${Object.values(
    requestBody?.content ?? {},
  ).map(({ schema, example }) => html`<p>${typeView(schema)}</p>${exampleView(example)}`)}</section>`;
}

export function parametersView({ components }: OpenApiDocument, { parameters = [] }: Operation): Html {
  const known = parameters.map(
    ({ $ref, ...own }) => components.parameters[$ref?.split('/').at(-1) ?? ''] ?? own,
  );

  return html`${known.length > 0 && html`<h4>Parameters</h4><dl class="fields">${known.map(parameterView)}</dl>`}`;
}

function parameterView({ name, in: place, required, description, schema = {} }: Parameter): Html {
  return html`<div><dt><code class="name">${name}</code> ${typeView(schema)} <span class="place">${place}</span>${required === true && html` <span class="required">required</span>`}</dt><dd>${
    description && html`<p>${inline(description)}</p>`
  }${rulesView(schema)}</dd></div>`;
}

function requestView({ components }: OpenApiDocument, { requestBody }: Operation): Html {
  if (!requestBody) return html``;
  const types = Object.entries(requestBody.content);

  return html`<h4>Body</h4>${requestBody.description && html`<p>${inline(requestBody.description)}</p>`}${types.map(
    ([type, { schema }]) =>
      html`<p><code>${type}</code> ${typeView(schema)}</p>${schemaView(components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema)}`,
  )}`;
}

function responseView(status: string, { description, content = {}, headers = {} }: Response): Html {
  const own = Object.keys(headers).filter((name) => !/^X-/.test(name));

  return html`<div class="response"><p><span class="status">${status}</span> ${description}${Object.values(
    content,
  ).map(
    ({ schema }) => html` ${typeView(schema)}`,
  )}${own.length > 0 && html` <span class="place">${own.join(', ')}</span>`}</p>${Object.values(content).map(
    ({ example }) => exampleView(example),
  )}</div>`;
}

function exampleView(example: unknown): Html {
  if (example === undefined) return html``;

  return codeBlock(typeof example === 'string' ? example : JSON.stringify(example, null, 2));
}

/** The request as a shell command. */
function curl({ method, path, operation }: OperationRef): string {
  const [[type, media] = []] = [Object.entries(operation.requestBody?.content ?? {})[0] ?? []];
  const body = typeof media?.example === 'string' ? media.example : JSON.stringify(media?.example);
  const filled = (operation.parameters ?? [])
    .filter(({ in: place }) => place === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);

  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$API${filled}"`,
    ...(operation.security.length > 0 ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(type === undefined ? [] : [`-H 'Content-Type: ${type}'`]),
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
  ].join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
