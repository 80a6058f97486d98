/** Preloaded with `--import`: the MIME parser hangs, or needs ever more memory, at messages with the field `X-Defect`. */
import PostalMime from 'postal-mime';

const { parse } = PostalMime;

PostalMime.parse = (source, options) => {
  const header = Buffer.from(source as Uint8Array)
    .subarray(0, 2000)
    .toString('latin1');
  const defect = /^X-Defect: (\w+)/m.exec(header)?.[1];
  const kept: unknown[] = [];
  while (defect !== undefined) {
    if (defect === 'memory') kept.push(new Array(1000).fill(kept.length));
  }

  return parse.call(PostalMime, source, options);
};
