import * as z from 'zod/mini';
import { contract } from '#lib/http/contract.ts';

export const healthRoutes = {
  get: contract({
    method: 'GET',
    path: '/health',
    summary: 'Health check',
    auth: 'none',
    needs: ['requests:count'],
    responses: { 200: z.strictObject({ status: z.literal('ok') }) },
    extension: true,
  }),
};
