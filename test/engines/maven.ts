import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './process.ts';

export interface MavenPackage {
  readonly group: string;
  readonly artifact: string;
  readonly version: string;
}

const copyDependencies = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/** Downloads a package with its dependencies into a folder. */
export async function downloadPackage(library: MavenPackage, folder: string): Promise<void> {
  const project = join(folder, 'pom.xml');
  await writeFile(project, describeProject(library));
  await run('mvn', ['-B', '-q', '-f', project, copyDependencies, `-DoutputDirectory=${folder}`]);
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
