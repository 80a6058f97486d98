/** The JSON schema of a component of the API document; `build/request-schemas.ts`. */
declare module 'schema:*' {
  const schema: import('@cfworker/json-schema').Schema;
  // biome-ignore lint/style/noDefaultExport: Vite's plugin gives the schema as the default export.
  export default schema;
}
