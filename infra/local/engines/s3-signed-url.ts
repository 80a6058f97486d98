import { timingSafeEqual } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';

interface SignedUrlRequest {
  readonly method: string;
  /** Path with query. */
  readonly url: string;
  readonly host: string;
}

/** The SDK's implementation of the hash of signatures. */
const { sha256 } = new S3Client({ region: 'us-east-1' }).config;

/**
 * Checks a signed URL as S3 does: its signature, and its expiry by the stack's clock.
 * @returns the reason of a refusal, in S3's words; undefined for a valid URL
 */
export async function checkSignedUrl(
  { method, url, host }: SignedUrlRequest,
  secretAccessKey: string,
): Promise<string | undefined> {
  const { protocol, hostname, port, pathname, searchParams } = new URL(url, `http://${host}`);
  const signature = searchParams.get('X-Amz-Signature');
  const [accessKeyId = '', , region = ''] = searchParams.get('X-Amz-Credential')?.split('/') ?? [];
  const signingDate = readDate(searchParams.get('X-Amz-Date'));
  const sessionToken = searchParams.get('X-Amz-Security-Token');
  const expiresIn = Number(searchParams.get('X-Amz-Expires'));
  if (signature === null || signingDate === undefined) return 'Access Denied';
  if (signingDate.getTime() + expiresIn * 1000 < Date.now()) return 'Request has expired';
  const presigner = new S3RequestPresigner({
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    region,
    sha256,
  });
  const query = Object.fromEntries([...searchParams].filter(([name]) => !name.startsWith('X-Amz-')));
  const signed = await presigner.presign(
    { method, protocol, hostname, port: Number(port), path: pathname, query, headers: { host } },
    { signingDate, expiresIn },
  );

  return isEqual(signature, String(signed.query?.['X-Amz-Signature']))
    ? undefined
    : 'The request signature we calculated does not match the signature you provided.';
}

/** `20261125T025500Z` */
function readDate(text: string | null): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '');
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;

  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
