/** Subjects of automatic replies from mail systems, by language. */
export const absenceSubjects: readonly (readonly [language: string, subject: string])[] = [
  ['English', 'Out of office: Hello'],
  ['German', 'Automatische Antwort: Hello'],
  ['German, Notes', 'Abwesenheitsnotiz: Hello'],
  ['French', 'Réponse automatique : Hello'],
  ['Spanish', 'Respuesta automática: Hello'],
  ['Italian', 'Risposta automatica: Hello'],
  ['Portuguese', 'Resposta automática: Hello'],
  ['Dutch', 'Automatisch antwoord: Hello'],
  ['Polish', 'Odpowiedź automatyczna: Hello'],
  ['Swedish', 'Autosvar: Hello'],
  ['Danish', 'Automatisk svar: Hello'],
  ['Finnish', 'Automaattinen vastaus: Hello'],
  ['Czech', 'Automatická odpověď: Hello'],
  ['Russian', 'Автоматический ответ: Hello'],
  ['Japanese', '自動応答: Hello'],
  ['Chinese', '自动回复: Hello'],
];

export function encodeSubject(subject: string): string {
  return `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;
}
