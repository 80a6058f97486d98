import { expect, test, vi } from 'vitest';

test.each([
  ['eu-central-1', 'exports.s3.eu-central-1.amazonaws.com'],
  ['cn-north-1', 'exports.s3.cn-north-1.amazonaws.com.cn'],
])('a file in %s is downloaded from its region and partition', async (region, host) => {
  vi.stubEnv('AWS_REGION', region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined);
  vi.stubEnv('EXPORTS_BUCKET_NAME', 'exports');
  vi.resetModules();
  const { exportDownloadUrls } = await import('#lib/bucket/download-url.ts');
  const url = await exportDownloadUrls()({ key: 'a.csv', now: Date.now(), validSeconds: 60 });

  expect(new URL(url).host).toBe(host);
});
