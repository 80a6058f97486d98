import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { keep } from './inbox.mjs';
import { isGenuine } from './verify.mjs';

const { WEBHOOK_SECRET, PORT = '8080' } = process.env;
if (!WEBHOOK_SECRET) end('Usage: WEBHOOK_SECRET=whsec_… PORT=8080 node receiver.mjs');

async function receive(request) {
  const body = await buffer(request);
  const { 'x-webhook-signature': signature, 'x-webhook-id': id, 'x-webhook-event': event } = request.headers;
  if (!isGenuine(body, signature, WEBHOOK_SECRET)) return 401;

  // The event is stored. Respond now, and process the inbox separately.
  if (keep(id, body)) console.log(id, event);

  return 204;
}

const server = createServer(async (request, response) => {
  const status = await receive(request).catch((error) => {
    console.error(error);

    return 503; // The delivery will come again.
  });
  response.writeHead(status).end();
});
server.on('error', ({ message }) => end(message));
server.listen(Number(PORT), () => console.log('listening on port', server.address().port));

function end(message) {
  console.error(message);
  process.exit(1);
}
