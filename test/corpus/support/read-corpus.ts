import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ourId } from '../../unit/inbox/messages.ts';
import type { Label, LabelledReport } from './figures.ts';
import { plantId } from './plant-id.ts';

/** Labelled reports of real mail systems. They are not part of the project. */
export const corpus = process.env['CORPUS'] ?? '../shared/corpus';

export const hasCorpus = existsSync(join(corpus, 'labels.json'));

/** Reads the reports, rewritten as reports about our message. */
export function readCorpus(): LabelledReport[] {
  const labels = JSON.parse(readFileSync(join(corpus, 'labels.json'), 'utf8')) as Record<string, Label[]>;

  return Object.entries(labels).map(([name, own]) => {
    const report = readFileSync(join(corpus, 'bounces', name), 'latin1');
    const planted = plantId(report, ourId);
    const source = Buffer.from((planted ?? report).replaceAll(/\r?\n/g, '\r\n'), 'latin1');

    return { name, source, namesOurs: planted !== undefined, labels: own };
  });
}
