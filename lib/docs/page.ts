import { anchor, Html, html } from '#lib/docs/html.ts';
import { markdown } from '#lib/docs/markdown.ts';
import type { OpenApiDocument, Schema, Tag } from '#lib/docs/openapi-document.ts';
import { eventView, type OperationRef, operationView, parametersView } from '#lib/docs/operation-view.ts';
import { pageStyle } from '#lib/docs/page-style.ts';
import { schemaView } from '#lib/docs/schema-view.ts';

/** Renders the reference as one self-contained page: no scripts, no fonts, no further requests. */
export function renderPage(document: OpenApiDocument): string {
  const { info } = document;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${info.title}</title><link rel="icon" href="data:,"><style>${new Html(pageStyle)}</style></head><body><a class="skip" href="#main">Skip to the reference</a><header><p class="brand">${info.title} <span>${info.version}</span></p></header><nav aria-label="Contents">${navigation(document)}</nav><main id="main"><h1>${info.title}</h1><p class="summary">${info.summary} Described by <a href="openapi.json">openapi.json</a>, OpenAPI ${document.openapi}.</p><section id="overview"><h2>Overview</h2>${markdown(info.description)}</section>${document.tags.map(
    (tag) => tagView(document, tag),
  )}<section id="schemas"><h2>Schemas</h2>${Object.entries(document.components.schemas).map(([name, schema]) => componentView(name, schema))}</section></main></body></html>
`;

  return page.text;
}

function navigation(document: OpenApiDocument): Html {
  return html`<ul><li><details><summary>Overview</summary><ul>${chapterLinks(document.info.description, /^## (.*)$/gm)}</ul></details></li>${document.tags.map(
    (tag) =>
      html`<li><details open><summary>${tag.name}</summary><ul>${tagLinks(document, tag)}</ul></details></li>`,
  )}<li><a href="#schemas">Schemas</a></li></ul>`;
}

function tagLinks(document: OpenApiDocument, tag: Tag): Html[] {
  const links = [
    ...operationsOf(document, tag).map(
      ({ operation, method }) =>
        html`<li><a href="#${anchor(operation.operationId)}"><span class="method ${method}">${method.toUpperCase()}</span> ${operation.summary.split(/[;,:]/)[0]}</a></li>`,
    ),
    ...eventsOf(document, tag).map(
      ({ path }) => html`<li><a href="#${anchor(`event-${path}`)}"><code>${path}</code></a></li>`,
    ),
  ];

  // A tag without operations and events is a chapter of text.
  return links.length > 0 ? links : chapterLinks(tag.description, /^### (.*)$/gm);
}

function chapterLinks(text: string, heading: RegExp): Html[] {
  return [...text.matchAll(heading)].map(
    ([, title = '']) => html`<li><a href="#${anchor(title)}">${title}</a></li>`,
  );
}

function tagView(document: OpenApiDocument, tag: Tag): Html {
  const events = eventsOf(document, tag);
  const [first] = events;

  return html`<section class="tag" id="${anchor(tag.name)}"><h2>${tag.name}</h2>${markdown(tag.description)}${first && parametersView(document, first.operation)}${operationsOf(
    document,
    tag,
  ).map((place) =>
    operationView(document, place),
  )}${events.map(({ path, operation }) => eventView(path, operation))}</section>`;
}

function componentView(name: string, schema: Schema): Html {
  return html`<section class="schema" id="${anchor(`schema-${name}`)}"><h3>${name}</h3>${schemaView(schema)}</section>`;
}

function operationsOf({ paths }: OpenApiDocument, tag: Tag): OperationRef[] {
  return operationsIn(paths, tag);
}

function eventsOf({ webhooks }: OpenApiDocument, tag: Tag): OperationRef[] {
  return operationsIn(webhooks, tag);
}

function operationsIn(items: OpenApiDocument['paths'], { name }: Tag): OperationRef[] {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(name))
      .map(([method, operation]) => ({ path, method, operation })),
  );
}
