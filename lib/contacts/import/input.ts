import { MultipartParseError, parseMultipart } from '@remix-run/multipart-parser';
import { decodeText } from '#lib/contacts/import/csv-text.ts';
import {
  type ImportBody,
  type ImportFields,
  type ImportOptions,
  ImportSettings,
  importDecodedBytesMax,
  withDefaults,
} from '#lib/contacts/import/options.ts';
import { gunzip, isGzip } from '#lib/http/content-coding.ts';
import { describeIssues } from '#lib/http/issues.ts';
import { readJson } from '#lib/http/json.ts';
import { type MediaType, readMediaType } from '#lib/http/request.ts';
import { invalid, invalidField, type ProblemDetail } from '#lib/values/problem.ts';

/** A request with parsed query, media type and JSON body. */
export interface ParsedImportRequest {
  readonly bytes: Uint8Array;
  readonly mediaType: MediaType;
  readonly query: ImportSettings;
  /** Present in a JSON request. */
  readonly body: ImportBody | undefined;
}

interface UploadedFile {
  readonly file: Uint8Array;
  readonly field: ImportFields['file'];
  readonly charset?: string | undefined;
  /** Options in the body; if undefined, the options of the query apply. */
  readonly settings?: ImportSettings | undefined;
}

/**
 * The file and the options of an import, sent as a raw body with a query, as a form, or as JSON. A declared charset is
 * applied to the file.
 * @param partNames the parts that a form can have
 * @throws Problem 422 for an invalid form, invalid options, options both in the query and the body, or a wrong charset
 */
export function readImportInput(
  request: ParsedImportRequest,
  partNames: readonly string[] = ['file', 'options'],
): {
  csv: Uint8Array;
  options: ImportOptions;
  fields: ImportFields;
} {
  const { file, charset, settings, field } = readUpload(request, partNames);
  const [queryOption] = Object.keys(request.query);
  if (settings && queryOption !== undefined) {
    throw invalidField(queryOption, 'conflict', 'cannot be in the query if the body has options');
  }

  return {
    csv: applyCharset(file, field, charset),
    options: withDefaults(settings ?? request.query),
    fields: { file: field, optionsPrefix: settings ? 'options.' : '' },
  };
}

function readUpload(
  { bytes, mediaType, body }: ParsedImportRequest,
  partNames: readonly string[],
): UploadedFile {
  if (body) return { file: Buffer.from(body.csv), field: 'csv', settings: body.options };

  return mediaType.type === 'multipart/form-data'
    ? readForm(bytes, mediaType.boundary, partNames)
    : { file: bytes, field: 'body', charset: mediaType.charset };
}

/** RFC 2046, section 5.1.1. The parser searches for the boundary, so its time grows with the boundary's length. */
const boundaryLengthMax = 70;

/** Reads `file` and, if present, `options` as JSON. Other parts are rejected. */
function readForm(
  bytes: Uint8Array,
  boundary: string | undefined,
  partNames: readonly string[],
): UploadedFile {
  if (boundary === undefined || boundary === '') {
    throw invalidField('Content-Type', 'media_type', 'must have a boundary parameter');
  }
  if (boundary.length > boundaryLengthMax) {
    throw invalidField(
      'Content-Type',
      'media_type',
      `boundary must have at most ${boundaryLengthMax} characters (RFC 2046)`,
    );
  }
  const parts = formParts(bytes, boundary);
  const faults = parts.flatMap(({ name = '' }, index): ProblemDetail[] => {
    if (!partNames.includes(name))
      return [{ path: name, rule: 'unknown_field', message: 'not a part of this form' }];
    const isRepeated = parts.findIndex((other) => other.name === name) < index;

    return isRepeated ? [{ path: name, rule: 'repeated', message: 'must be given once' }] : [];
  });
  if (faults.length > 0) throw invalid(faults);
  const file = parts.find(({ name }) => name === 'file');
  const options = parts.find(({ name }) => name === 'options');
  if (!file) throw invalidField('file', 'invalid_type', 'required');

  return {
    file: isGzip(file.content) ? gunzip(file.content, 'file', importDecodedBytesMax) : file.content,
    field: 'file',
    charset: file.charset,
    settings: options && readSettings(options.content),
  };
}

/** Maximum parts read from a form: a body could contain millions of empty parts. */
const partsMax = 10;

function formParts(bytes: Uint8Array, boundary: string) {
  try {
    const limits = { maxParts: partsMax, maxFileSize: bytes.length, maxTotalSize: bytes.length };

    return [...parseMultipart(bytes, { boundary, ...limits })].map((part) => ({
      name: part.name,
      charset: readMediaType(part.headers['content-type']).charset,
      content: Buffer.concat(part.content),
    }));
  } catch (error) {
    // The parser throws a TypeError for headers of a part that are not UTF-8.
    if (!(error instanceof MultipartParseError || error instanceof TypeError)) throw error;
    throw invalidField('body', 'multipart', `is not a valid multipart form: ${error.message}`);
  }
}

function readSettings(bytes: Uint8Array): ImportSettings {
  const result = ImportSettings.safeParse(readJson(bytes, 'options'), { reportInput: true });
  if (!result.success) throw invalid(describeIssues(result.error.issues, 'options'));

  return result.data;
}

/**
 * Returns the file in UTF-8. A warning means that the charset was guessed from the bytes. Then the original bytes are returned,
 * because reading the file repeats the guess and reports the warning.
 */
function applyCharset(
  file: Uint8Array,
  field: ImportFields['file'],
  charset: string | undefined,
): Uint8Array {
  if (charset === undefined) return file;
  const decoded = decodeText(file, charset);
  if (decoded.kind === 'undecodable') throw invalidField(field, 'csv', decoded.message);

  return decoded.warnings.length > 0 ? file : decoded.utf8;
}
