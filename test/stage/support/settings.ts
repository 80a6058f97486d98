/** Settings of the tests, from the environment. */
export interface StageSettings {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly access:
    | { readonly apiKey: string }
    | { readonly login: { readonly email: string; readonly password: string } };
  /** Receives test deliveries. Without it, no webhook is created. */
  readonly webhookUrl: string | undefined;
}

const usage = `Set these variables, then run npm run test:stage again:

  BASE_URL          the API of the stage: the output BaseUrl of the stack outreach-<stage>-api
  API_KEY           a full-access key of a separate workspace for tests
                    or LOGIN_EMAIL and LOGIN_PASSWORD of a user of that workspace
  WEBHOOK_URL       optional: an address that answers POST requests with 2xx, for test deliveries

  BASE_URL=https://abc123.execute-api.eu-central-1.amazonaws.com/dev API_KEY=osk_… npm run test:stage`;

/** @throws Error that names the variable to set */
export function readSettings(variables: NodeJS.ProcessEnv): StageSettings {
  const { BASE_URL, API_KEY, LOGIN_EMAIL, LOGIN_PASSWORD, WEBHOOK_URL } = variables;

  if (!BASE_URL) throw new Error(`BASE_URL is missing. ${usage}`);
  if (!URL.canParse(BASE_URL)) throw new Error(`BASE_URL must be a URL. ${usage}`);
  const shared = { baseUrl: BASE_URL.replace(/\/+$/, ''), webhookUrl: WEBHOOK_URL || undefined };

  if (API_KEY) return { ...shared, access: { apiKey: API_KEY } };
  if (LOGIN_EMAIL && LOGIN_PASSWORD) {
    return { ...shared, access: { login: { email: LOGIN_EMAIL, password: LOGIN_PASSWORD } } };
  }

  throw new Error(`API_KEY is missing, and so are LOGIN_EMAIL and LOGIN_PASSWORD. ${usage}`);
}
