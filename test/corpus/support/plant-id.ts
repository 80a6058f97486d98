/** RFC 5322, section 3.6.4, also indented or after `>`. */
const idField =
  /^[ \t>|]*(?:Original-)?Message-ID[ \t]*:\s*(<[^<>\s]{1,400}>|[^<>\s]{1,300}@[^<>\s]{1,200})/gim;

/**
 * Rewrites a report so that it concerns our message: each `Message-ID` of its body becomes ours, in the body and in
 * `In-Reply-To` and `References`.
 * @returns undefined if the report contains no id
 */
export function plantId(report: string, ourId: string): string | undefined {
  const end = /\r?\n\r?\n/.exec(report);
  const bodyAt = end ? end.index : report.length;
  const [header, body] = [report.slice(0, bodyAt), report.slice(bodyAt)];
  const ids = [...new Set(idsIn(body))];
  const inReplyTo = /^(?:In-Reply-To|References):\s*(<[^<>\s]+>)/im.exec(header)?.[1];
  const all = ids.length > 0 ? ids : inReplyTo === undefined ? [] : [inReplyTo];
  if (all.length === 0) return undefined;
  const replace = (text: string) =>
    all.reduce((done, id) => done.replaceAll(id, id.startsWith('<') ? ourId : ourId.slice(1, -1)), text);
  // The report keeps its own id. Only the ids that it answers become ours.
  const newHeader = header.replaceAll(/^(?:In-Reply-To|References):(?:.*(?:\r?\n[ \t]+.*)*)/gim, replace);

  return newHeader + inBase64(replace(body), replace);
}

function idsIn(body: string): string[] {
  const found = [...body.matchAll(idField)].map(([, id = '']) => id);
  inBase64(body, (text) => {
    found.push(...[...text.matchAll(idField)].map(([, id = '']) => id));

    return text;
  });

  return found;
}

/** Applies a change to the decoded text of each base64 part. */
function inBase64(body: string, change: (text: string) => string): string {
  return body.replaceAll(
    /(^Content-Transfer-Encoding:[ \t]*base64\b(?:.*\r?\n)(?:[!-~].*\r?\n|[ \t].*\r?\n)*\r?\n)((?:[A-Za-z0-9+/=]+\r?\n)+)/gim,
    (whole, head: string, encoded: string) => {
      const text = Buffer.from(encoded, 'base64').toString('latin1');
      const changed = change(text);
      if (changed === text) return whole;
      const lines = Buffer.from(changed, 'latin1')
        .toString('base64')
        .match(/.{1,76}/g);

      return `${head}${(lines ?? []).join('\r\n')}\r\n`;
    },
  );
}
