/**
 * The parts of an OpenAPI 3.1 document that this project writes and reads. Schemas and examples have loose types, because
 * tests validate the document.
 * https://spec.openapis.org/oas/v3.1.1
 */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
    readonly contact: { readonly name: string };
  };
  readonly servers: readonly Server[];
  readonly tags: readonly DocumentedTag[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}

interface Server {
  readonly url: string;
  readonly description: string;
  readonly 'x-internal': boolean;
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly description: string }>>;
}

export interface DocumentedTag {
  readonly name: string;
  readonly description: string;
}

export type PathItem = Readonly<Record<string, DocumentedOperation>>;

export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly description?: string;
    readonly required: boolean;
    readonly content: Readonly<Record<string, DocumentedMediaType>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-extension'?: boolean;
}

interface Reference {
  readonly $ref?: string;
}

export interface Parameter extends Reference {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface Response extends Reference {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, DocumentedMediaType>>;
}

export interface Header extends Reference {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface DocumentedMediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  /** Examples by name, instead of `example`. */
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface SecurityScheme {
  readonly type: string;
  readonly description: string;
  readonly scheme?: string;
  readonly bearerFormat?: string;
  readonly in?: string;
  readonly name?: string;
}

/** JSON Schema 2020-12; only the keywords that this project uses. */
export interface Schema extends Reference {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  /** On an open enum: its present values. */
  readonly 'x-extensible-enum'?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly uniqueItems?: boolean;
}
