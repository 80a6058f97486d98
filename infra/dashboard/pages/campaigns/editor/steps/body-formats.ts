/** Paragraphs and line breaks of a text as HTML. Merge fields stay as they are. */
export function htmlOf(text: string): string {
  if (text.trim() === '') return '';
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

  return escaped
    .trim()
    .split(/\n{2,}/u)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>\n')}</p>`)
    .join('\n');
}

/** The text of HTML without its formatting; links keep their address. */
export function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('script, style')) element.remove();
  for (const link of body.querySelectorAll('a[href]')) {
    const address = link.getAttribute('href') ?? '';
    if (link.textContent !== address) link.append(` (${address})`);
  }
  for (const item of body.querySelectorAll('li')) item.prepend('- ');
  body.normalize();
  for (const node of textNodesOf(body)) node.data = node.data.replaceAll(/\s+/gu, ' ');
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  for (const block of body.querySelectorAll('p, div, li, h1, h2, h3, tr'))
    block.append(block.tagName === 'LI' ? '\n' : '\n\n');

  return (body.textContent ?? '')
    .replaceAll(/[ \t]*\n[ \t]*/gu, '\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
}

function textNodesOf(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);

  return nodes;
}
