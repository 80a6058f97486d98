import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line for log readers, below the tests that passed only when they were repeated: each is a defect. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const test of tests.filter((each) => each.diagnostic()?.flaky)) {
      process.stdout.write(`\nunreliable: ${test.module.relativeModuleId} > ${test.fullName}\n`);
      // Otherwise nothing would show why the first attempt failed.
      for (const { message, diff = '' } of test.result().errors ?? [])
        process.stdout.write(`${message}\n${diff}\n`);
    }
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    process.stdout.write(
      `\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`,
    );
  }
}
