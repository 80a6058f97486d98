import { EmailAccountByPassword } from '#lib/connect/mailbox.ts';
import { EmailAccount } from '#lib/email-accounts/email-account.ts';
import { contract } from '#lib/http/contract.ts';

export const connectRoutes = {
  smtp: contract({
    method: 'POST',
    path: '/connect/smtp',
    summary: 'Connect a mailbox by its password, or connect it anew; an API key is answered 401',
    auth: 'session',
    needs: ['table:write', 'secrets:seal', 'network:outbound'],
    body: EmailAccountByPassword,
    responses: { 200: EmailAccount, 201: EmailAccount },
    extension: true,
    takesSecret: true,
  }),
};
