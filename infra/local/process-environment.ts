/** The only place where the local stack reads its environment variables. */
export const processEnvironment: NodeJS.ProcessEnv = process.env;
