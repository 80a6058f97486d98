import { type Questions, withQuestions } from '#lib/sender-dns/questions.ts';
import { startNameServer, type Zone } from '../../support/name-server.ts';

/** Queries a name server on this machine with a zone. */
export async function asking<Result>(
  zone: Zone | 'silent',
  work: (questions: Questions) => Promise<Result>,
): Promise<Result> {
  return withQuestions(await startNameServer(zone), work);
}
