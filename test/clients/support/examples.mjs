import { readFileSync, writeFileSync } from 'node:fs';

/** Writes the examples of a page in one language to a file: node examples.mjs README.md python examples.py */
const [page, language, file] = process.argv.slice(2);
const examples = readFileSync(page, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
writeFileSync(file, [...examples].map(([, example]) => example).join('\n'));
