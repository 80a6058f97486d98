// Checks what a command needs before it loads anything. Node 16 can read it.
const { existsSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');

const installed = join(__dirname, '..', 'node_modules', '.package-lock.json');
const [major, minor] = process.versions.node.split('.').map(Number);

function findProblem() {
  const version = `Node ${process.versions.node}`;
  if (!existsSync(installed)) {
    const isOld = major < 22 || (major === 22 && minor < 12);

    return isOld
      ? `This is ${version}. Install Node 22.12 or later, then run: npm ci`
      : 'The packages are not installed. Run: npm ci';
  }
  if (major >= 24) return undefined;

  return `This command needs Node 24, and this is ${version}. npm ci installs Node 24 for npm start and npm run. Run: npm rebuild node`;
}

const problem = findProblem();
if (problem === undefined) {
  const entry = resolve(process.argv[2]);
  process.argv.splice(1, 2, entry);
  import(pathToFileURL(entry).href).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  });
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
