import { describe, expect, test } from 'vitest';
import { classificationOf, kindOf, ourId, ours, reply } from './messages.ts';
import { recipient, reports } from './reports.ts';

describe.each(reports)('A report of $system', ({ raw, gone, smtpCode, enhancedCode }) => {
  test('about an unknown recipient is a hard bounce of the quoted message', async () => {
    const finding = await classificationOf(raw(gone));

    expect(finding).toMatchObject({
      kind: 'hard_bounce',
      bounces: [{ addresses: expect.arrayContaining([recipient]), mentions: [ours], smtpCode, enhancedCode }],
    });
  });

  test('about a full mailbox is not a hard bounce', async () => {
    expect(await kindOf(raw('552 5.2.2 The mailbox is over quota'))).toBe('soft_bounce');
  });

  test('about the sender’s reputation is not a hard bounce', async () => {
    expect(await kindOf(raw('550 5.7.1 Message rejected due to SPF policy'))).toBe('soft_bounce');
  });

  test('about a message of another sender has no mention of our messages', async () => {
    const finding = await classificationOf(raw(gone).replaceAll(ourId, '<someone@else.example>'));

    expect(finding).toMatchObject({ bounces: [{ mentions: [] }] });
  });
});

describe('A report', () => {
  const fields = (action: string, status: string, diagnostic = '') =>
    report(`Final-Recipient: rfc822; ${recipient}
Action: ${action}
Status: ${status}${diagnostic && `\nDiagnostic-Code: smtp; ${diagnostic}`}`);
  const report = (group: string) =>
    reply(
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      `--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

${group}

--b
Content-Type: message/rfc822

Message-ID: ${ourId}

--b--`,
    );

  test.each([
    ['5.1.1', 'failed', '550 5.1.1 unknown', 'hard_bounce'],
    ['5.1.2', 'failed', '', 'hard_bounce'],
    ['5.1.10', 'failed', '550 5.1.10 RecipientNotFound', 'hard_bounce'],
    ['5.2.1', 'failed', '550 5.2.1 disabled', 'hard_bounce'],
    ['5.0.0', 'failed', '550 No such user here', 'hard_bounce'],
    ['5.0.0', 'failed', '550 Rejected', 'soft_bounce'],
    ['5.0.0', 'failed', '550 5.7.1 user unknown', 'hard_bounce'],
    ['5.1.1', 'failed', '550 5.7.1 blocked by policy', 'soft_bounce'],
    ['5.1.8', 'failed', '550 5.1.8 bad sender', 'soft_bounce'],
    ['5.2.2', 'failed', '552 5.2.2 full', 'soft_bounce'],
    ['5.7.1', 'failed', '550 5.7.1 blocked', 'soft_bounce'],
    ['5.4.4', 'failed', '550 5.4.4 no route', 'soft_bounce'],
    ['4.4.7', 'failed', '', 'soft_bounce'],
    ['4.2.0', 'delayed', '', 'soft_bounce'],
    ['5.1.1', 'delayed', '550 5.1.1 User unknown', 'soft_bounce'],
    ['2.0.0', 'delivered', '', 'other'],
    ['5.1.1', 'relayed', '', 'other'],
  ])(
    'with status %s, action %s and the text «%s» is classified as %s',
    async (status, action, words, kind) => {
      expect(await kindOf(fields(action, status, words))).toBe(kind);
    },
  );

  test('has the original and the final address of the recipient', async () => {
    const finding = await classificationOf(
      report(`Original-Recipient: rfc822;Ann@Example.com
Final-Recipient: rfc822;<forwarded@else.example>
Action: failed
Status: 5.1.1`),
    );

    expect(finding).toMatchObject({
      bounces: [{ addresses: ['forwarded@else.example', 'ann@example.com'] }],
    });
  });

  test.each([
    ['delivered', '2.0.0', 'soft_bounce'],
    ['relayed', '2.0.0', 'soft_bounce'],
    ['delayed', '4.4.1', 'soft_bounce'],
    ['failed', '5.2.2', 'soft_bounce'],
    ['failed', '5.1.1', 'hard_bounce'],
  ])('of an alias with an invalid and a %s (%s) member is a %s', async (action, status, kind) => {
    const member = (name: string, ownAction: string, ownStatus: string) =>
      `Final-Recipient: rfc822;${name}@else.example\nOriginal-Recipient: rfc822;ann@example.com\nAction: ${ownAction}\nStatus: ${ownStatus}`;
    const groups = [member('bob', 'failed', '5.1.1'), member('eve', action, status)];

    expect(await kindOf(report(groups.join('\n\n')))).toBe(kind);
    expect(await kindOf(report(groups.toReversed().join('\n\n')))).toBe(kind);
  });

  test('mentions the returned message before the messages that it answers', async () => {
    const earlier = ourId.replace('XB6', 'XB5');
    const raw = fields('failed', '5.1.1').replace(
      `Message-ID: ${ourId}`,
      `References: ${earlier}\nIn-Reply-To: ${earlier}\nMessage-ID:\n ${ourId}`,
    );

    const finding = await classificationOf(raw);

    expect(finding).toMatchObject({
      bounces: [{ mentions: [ours, { step: ours.step.replace('XB6', 'XB5') }] }],
    });
  });
});
