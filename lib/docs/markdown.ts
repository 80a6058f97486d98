import { anchor, type Html, html } from '#lib/docs/html.ts';

/** Renders the Markdown subset that the document uses: paragraphs, headings, tables, fenced code, `code`, links. */
export function markdown(text: string): Html {
  const blocks = text.split(/(```[\s\S]*?```)/).flatMap((part) => {
    const fenced = /^```(\w*)\n([\s\S]*?)\n?```$/.exec(part);
    if (fenced) return [codeBlock(fenced[2] ?? '', fenced[1])];

    return part
      .split(/\n{2,}/)
      .map((block) => block.trim())
      .filter((block) => block !== '')
      .map(renderBlock);
  });

  return html`${blocks}`;
}

export function codeBlock(code: string, label?: string): Html {
  return html`<figure>${label && html`<figcaption>${label}</figcaption>`}<pre tabindex="0"><code>${code}</code></pre></figure>`;
}

function renderBlock(block: string): Html {
  const heading = /^#{2,3} (.*)$/.exec(block)?.[1];
  if (heading !== undefined) return html`<h3 id="${anchor(heading)}">${heading}</h3>`;
  if (block.startsWith('|')) return renderTable(block);

  return html`<p>${inline(block)}</p>`;
}

function renderTable(block: string): Html {
  const [head = [], ...rows] = block
    .split('\n')
    .filter((line) => !/^\|[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

  return html`<div class="scroll" tabindex="0"><table><thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

/** Renders `code` and [links](…) of one line. */
export function inline(text: string): Html {
  const parts = text.split(/(`[^`]+`|\[[^\]]+\]\([^)\s]+\))/).map((part) => {
    const code = /^`(.+)`$/.exec(part)?.[1];
    if (code !== undefined) return html`<code>${code}</code>`;
    const [, label, address = ''] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];

    return label !== undefined && /^(?:https:\/\/|#)/.test(address)
      ? html`<a href="${address}">${label}</a>`
      : part;
  });

  return html`${parts}`;
}
