import { Webhook } from 'standardwebhooks';
import { type WaitOptions, waitUntilCompleted } from './jobs.ts';
import { Operations, type Result, type WebhookEvent } from './operations.ts';

/** The client of the API. Its methods have the names of the operations: `client.contacts.create(…)`. */
export class OutreachClient extends Operations {
  /** Waits until an import is completed: `importId` of its report. */
  waitForImport(importId: string, options?: WaitOptions): Promise<Result<'contacts.get-import'>> {
    return waitUntilCompleted(() => this.contacts.getImport(importId), options);
  }

  waitForBulkJob(id: string, options?: WaitOptions): Promise<Result<'bulk-jobs.get'>> {
    return waitUntilCompleted(() => this.bulkJobs.get(id), options);
  }

  /** The result has `downloadUrl`, which is valid for 10 minutes. */
  waitForExport(id: string, options?: WaitOptions): Promise<Result<'exports.get'>> {
    return waitUntilCompleted(() => this.exports.get(id), options);
  }

  waitForErasure(contactId: string, options?: WaitOptions): Promise<Result<'erasures.get'>> {
    return waitUntilCompleted(() => this.erasures.get(contactId), options);
  }
}

export const webhooks = {
  /**
   * Verifies a delivery by Standard Webhooks. Pass the body as received, before any parser. Throws `WebhookVerificationError` if the
   * signature is wrong, or the delivery is more than five minutes old.
   */
  verify(body: string | Uint8Array, headers: Headers | object, secret: string): WebhookEvent {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const entries = headers instanceof Headers ? Object.fromEntries(headers) : headers;

    return new Webhook(secret).verify(text, entries as Record<string, string>) as WebhookEvent;
  },
};
