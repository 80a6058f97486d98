import type { StageSettings } from '../stages.ts';

/** The stage to check, and the options of the clients that read its account. */
export interface CheckedStage {
  readonly stage: string;
  readonly settings: StageSettings;
  readonly client: { readonly region?: string };
}

/** Reads one part of an account. */
export interface Check {
  readonly what: string;
  /** Problems that the first deployment, or the stage after it, would have. */
  readonly findProblems: () => Promise<readonly string[]>;
}

export interface CheckResult {
  readonly outcome: 'ok' | 'PROBLEM' | 'not checked';
  readonly text: string;
}

/** Makes all checks. A call that the credentials may not make is a result; another failure ends the command. */
export async function runChecks(checks: readonly Check[]): Promise<CheckResult[]> {
  const results = await Promise.all(checks.map(runCheck));

  return results.flat();
}

async function runCheck({ what, findProblems }: Check): Promise<CheckResult[]> {
  try {
    const problems = await findProblems();
    if (problems.length === 0) return [{ outcome: 'ok', text: what }];

    return problems.map((problem) => ({ outcome: 'PROBLEM', text: `${what}: ${problem}` }));
  } catch (error) {
    if (error instanceof Error && missingNames.includes(error.name)) {
      return [{ outcome: 'PROBLEM', text: `${what}: it does not exist in this account and region.` }];
    }
    if (error instanceof Error && deniedNames.includes(error.name)) {
      return [{ outcome: 'not checked', text: `${what}: ${error.message}` }];
    }
    throw error;
  }
}

/** Names of the services' errors. */
const deniedNames = ['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation'];
const missingNames = ['ResourceNotFoundException', 'NotFoundException', 'NoSuchBucket'];
