/** The only place where the local stack meets the variables it was started with. */
export const processEnvironment: NodeJS.ProcessEnv = process.env;
