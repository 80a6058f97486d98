import { beforeAll, describe, expect, test } from 'vitest';
import { composePreview } from '#lib/campaigns/preview/compose-preview.ts';
import { PreviewRequest } from '#lib/campaigns/preview/schemas.ts';
import { readPreviewTarget } from '#lib/campaigns/preview/target.ts';
import { linksBaseUrl } from '#lib/runtime/config.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { readExecution } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { runOne, sendingWith, workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

let mail: MailServer;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});

const services = () => ({ ...sendingWith(() => ({})), linksBaseUrl: linksBaseUrl() });

async function rawPreview(campaignId: string, request: Record<string, unknown>): Promise<string> {
  const parsed = PreviewRequest.parse(request);
  const target = await readPreviewTarget(services(), workspaceId, campaignId, parsed);

  return withoutDate((await composePreview(services(), workspaceId, target)).raw.toString());
}

const withoutDate = (raw: string) => raw.replace(/^Date: .*\r\n/m, '');

describe('a preview and the email that is sent', () => {
  test('are the same message except for the date, for a first email and its follow-up', async () => {
    const greeting = '{Hi|Hello|Good day} {{firstName}}';
    const page = '<p>{{firstName}} <a href="https://acme.example/{a|b}">see</a></p>';
    const variants = [1, 2, 3].map((number) => ({ subject: `${greeting} ${number}`, bodyHtml: page }));
    const steps = [
      { businessDaysOnly: false, variants },
      { businessDaysOnly: false, delay: { value: 0, unit: 'days' }, variants: [{ bodyText: greeting }] },
    ];
    const { call, campaign } = await runOne(mail, { contacts: [{ firstName: 'Zoë' }], campaign: { steps } });
    const { contactId } = call;
    const previews = [
      await rawPreview(campaign.id, { contactId }),
      await rawPreview(campaign.id, { contactId, stepIndex: 1 }),
    ];
    await consume(send, [call]);
    setClock((await readExecution(call)).dueAt + 60_000);
    await consume(send, [call]);

    expect(mail.received.map(({ raw }) => withoutDate(raw))).toEqual(previews);
  });
});
