import { commit } from '#lib/commit/commit.ts';
import { planSnippet } from '#lib/snippets/snippets.ts';
import type { Bench } from '../support/bench.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets, writeTarget } from '../support/figures.ts';

const snippet = {
  name: 'Suggest a call',
  text: 'Hi {{firstName | default: "there"}}, shall we talk on Thursday?',
};

async function addSnippet(bench: Bench, workspaceId: string): Promise<string> {
  const change = await planSnippet(bench, workspaceId, snippet);
  await commit(bench, workspaceId, change);

  return change.result.id;
}

export const snippetSubjects: readonly EndpointSubject[] = [
  {
    operation: 'snippets.list',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      for (let count = 0; count < 25; count++) await addSnippet(bench, workspaceId);

      return {};
    },
  },
  {
    operation: 'snippets.get',
    target: readTargets.one,
    prepare: async (bench, workspaceId) => ({ params: { id: await addSnippet(bench, workspaceId) } }),
  },
  {
    operation: 'snippets.create',
    target: writeTarget(1, 0),
    why: 'the snippets are read first, to limit their number',
    prepare: () => ({ body: snippet }),
  },
  {
    operation: 'snippets.update',
    target: writeTarget(1, 0),
    prepare: async (bench, workspaceId) => ({
      params: { id: await addSnippet(bench, workspaceId) },
      body: { text: 'Shall we talk on Friday?' },
    }),
  },
  {
    operation: 'snippets.delete',
    target: writeTarget(1, 0),
    prepare: async (bench, workspaceId) => ({ params: { id: await addSnippet(bench, workspaceId) } }),
  },
];
