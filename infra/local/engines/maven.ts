import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface MavenPackage {
  readonly group: string;
  readonly artifact: string;
  readonly version: string;
}

const copyDependencies = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/**
 * Downloads a package and its dependencies into a folder. Maven verifies each file's checksum.
 * @throws Error when Maven is not installed or fails
 */
export async function downloadPackage(library: MavenPackage, folder: string): Promise<void> {
  const project = join(folder, 'pom.xml');
  await writeFile(project, describeProject(library));
  // `--strict-checksums`: a file with a different checksum fails the download; by default that is a warning.
  const mavenArguments = [
    '-B',
    '-q',
    '--strict-checksums',
    '-f',
    project,
    copyDependencies,
    `-DoutputDirectory=${folder}`,
  ];
  const maven = spawn('mvn', mavenArguments, {
    stdio: ['ignore', 'pipe', 'inherit'],
    // On Windows, Maven is a script: mvn.cmd.
    shell: process.platform === 'win32',
  });
  const ended = once(maven, 'close').catch(() => {
    throw new Error('The command mvn was not found.');
  });
  const [output, [code]] = await Promise.all([text(maven.stdout), ended]);
  if (code !== 0) throw new Error(`mvn ended with ${code}. ${output.trim()}`);
}

function describeProject({ group, artifact, version }: MavenPackage): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>engines</groupId>
  <artifactId>${artifact}</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>${group}</groupId>
      <artifactId>${artifact}</artifactId>
      <version>${version}</version>
    </dependency>
  </dependencies>
</project>
`;
}
