import type { MessagePage } from '#lib/html/message-page.ts';
import { rangesOf } from '#lib/http/accept.ts';

/** The pages that recipients see behind the links of emails. */
export type RecipientPage = 'confirm' | 'unsubscribed' | 'broken' | 'failed';

/** By language: the button, then title and text of each page. */
const texts: Readonly<Record<string, string>> = {
  en: 'Unsubscribe|No more emails?|Press the button, and you will get no further emails from this sender.|You are unsubscribed|You will get no further emails from this sender. You can close this page.|This link does not work|The link may be damaged or incomplete. Please open it again from the original email.|Something went wrong|This is an error on our side. Nothing was changed. Please try again in a moment.',
  ar: 'إلغاء الاشتراك|لا تريد مزيدًا من الرسائل؟|اضغط على الزر ولن تصلك رسائل أخرى من هذا المرسل.|تم إلغاء اشتراكك|لن تصلك رسائل أخرى من هذا المرسل. يمكنك إغلاق هذه الصفحة.|هذا الرابط لا يعمل|قد يكون الرابط تالفًا أو غير مكتمل. يرجى فتحه مرة أخرى من الرسالة الأصلية.|حدث خطأ ما|هذا خطأ من جانبنا ولم يتغير شيء. يرجى المحاولة مرة أخرى بعد قليل.',
  cs: 'Odhlásit|Už žádné e-maily?|Stiskněte tlačítko a od tohoto odesílatele už nedostanete žádné e-maily.|Jste odhlášeni|Od tohoto odesílatele už nedostanete žádné e-maily. Tuto stránku můžete zavřít.|Tento odkaz nefunguje|Odkaz může být poškozený nebo neúplný. Otevřete ho prosím znovu z původního e-mailu.|Něco se nepovedlo|Chyba je na naší straně. Nic se nezměnilo. Zkuste to prosím za chvíli znovu.',
  da: 'Afmeld|Ingen flere e-mails?|Tryk på knappen, så får du ikke flere e-mails fra denne afsender.|Du er afmeldt|Du får ikke flere e-mails fra denne afsender. Du kan lukke denne side.|Dette link virker ikke|Linket kan være beskadiget eller ufuldstændigt. Åbn det igen fra den oprindelige e-mail.|Noget gik galt|Fejlen ligger hos os. Intet blev ændret. Prøv igen om et øjeblik.',
  de: 'Abmelden|Keine weiteren E-Mails?|Mit dem Knopf erhalten Sie keine weiteren E-Mails von diesem Absender.|Sie sind abgemeldet|Sie erhalten keine weiteren E-Mails von diesem Absender. Sie können diese Seite schließen.|Dieser Link funktioniert nicht|Der Link ist möglicherweise beschädigt oder unvollständig. Bitte öffnen Sie ihn erneut aus der ursprünglichen E-Mail.|Etwas ist schiefgegangen|Der Fehler liegt bei uns. Es wurde nichts geändert. Bitte versuchen Sie es gleich noch einmal.',
  es: 'Darse de baja|¿No quiere más correos?|Pulse el botón y no recibirá más correos de este remitente.|Se ha dado de baja|No recibirá más correos de este remitente. Puede cerrar esta página.|Este enlace no funciona|El enlace puede estar dañado o incompleto. Ábralo de nuevo desde el correo original.|Algo ha fallado|El error es nuestro. No se ha cambiado nada. Inténtelo de nuevo en un momento.',
  fr: 'Se désabonner|Ne plus recevoir d’e-mails ?|Appuyez sur le bouton et vous ne recevrez plus d’e-mails de cet expéditeur.|Vous êtes désabonné|Vous ne recevrez plus d’e-mails de cet expéditeur. Vous pouvez fermer cette page.|Ce lien ne fonctionne pas|Le lien est peut-être endommagé ou incomplet. Ouvrez-le à nouveau depuis l’e-mail d’origine.|Une erreur s’est produite|L’erreur vient de nous. Rien n’a été modifié. Réessayez dans un instant.',
  he: 'הסרה מהרשימה|לא לקבל עוד הודעות?|לחצו על הכפתור ולא תקבלו עוד הודעות משולח זה.|הוסרתם מהרשימה|לא תקבלו עוד הודעות משולח זה. אפשר לסגור את הדף.|הקישור אינו פועל|ייתכן שהקישור פגום או חלקי. פתחו אותו שוב מההודעה המקורית.|משהו השתבש|התקלה אצלנו ודבר לא השתנה. נסו שוב בעוד רגע.',
  it: 'Annulla iscrizione|Non vuole altre e-mail?|Prema il pulsante e non riceverà altre e-mail da questo mittente.|Iscrizione annullata|Non riceverà altre e-mail da questo mittente. Può chiudere questa pagina.|Questo link non funziona|Il link potrebbe essere danneggiato o incompleto. Lo apra di nuovo dall’e-mail originale.|Qualcosa è andato storto|L’errore è nostro. Non è stato modificato nulla. Riprovi tra un momento.',
  ja: '配信を停止する|メールの受信を停止しますか？|ボタンを押すと、この送信者からのメールは届かなくなります。|配信を停止しました|この送信者からのメールは今後届きません。このページを閉じてください。|このリンクは使用できません|リンクが壊れているか、不完全な可能性があります。元のメールからもう一度開いてください。|エラーが発生しました|こちら側の問題です。何も変更されていません。しばらくしてからもう一度お試しください。',
  nl: 'Afmelden|Geen e-mails meer?|Druk op de knop en u ontvangt geen e-mails meer van deze afzender.|U bent afgemeld|U ontvangt geen e-mails meer van deze afzender. U kunt deze pagina sluiten.|Deze link werkt niet|De link is mogelijk beschadigd of onvolledig. Open hem opnieuw vanuit de oorspronkelijke e-mail.|Er ging iets mis|De fout ligt bij ons. Er is niets gewijzigd. Probeer het zo meteen opnieuw.',
  pl: 'Wypisz mnie|Nie chcesz więcej wiadomości?|Naciśnij przycisk, a nie otrzymasz więcej wiadomości od tego nadawcy.|Wypisano|Nie otrzymasz więcej wiadomości od tego nadawcy. Możesz zamknąć tę stronę.|Ten link nie działa|Link może być uszkodzony lub niepełny. Otwórz go ponownie z oryginalnej wiadomości.|Coś poszło nie tak|Błąd jest po naszej stronie. Nic nie zostało zmienione. Spróbuj ponownie za chwilę.',
  pt: 'Cancelar inscrição|Não quer mais e-mails?|Pressione o botão e não receberá mais e-mails deste remetente.|Inscrição cancelada|Não receberá mais e-mails deste remetente. Pode fechar esta página.|Este link não funciona|O link pode estar danificado ou incompleto. Abra-o novamente a partir do e-mail original.|Algo correu mal|O erro é nosso. Nada foi alterado. Tente novamente dentro de instantes.',
  sv: 'Avregistrera|Inga fler mejl?|Tryck på knappen så får du inga fler mejl från den här avsändaren.|Du är avregistrerad|Du får inga fler mejl från den här avsändaren. Du kan stänga sidan.|Länken fungerar inte|Länken kan vara skadad eller ofullständig. Öppna den igen från det ursprungliga mejlet.|Något gick fel|Felet ligger hos oss. Inget har ändrats. Försök igen om en stund.',
  zh: '退订|不想再收到邮件？|点击按钮后，您将不再收到此发件人的邮件。|您已退订|您将不再收到此发件人的邮件。您可以关闭此页面。|此链接无法使用|链接可能已损坏或不完整。请从原邮件中重新打开。|出错了|这是我们的问题，未做任何更改。请稍后再试。',
};

const pageOrder: readonly RecipientPage[] = ['confirm', 'unsubscribed', 'broken', 'failed'];
const defaultLanguage = 'en';

/** The page in the language that the browser prefers. @param acceptLanguage the header; the default language is English */
export function recipientPage(page: RecipientPage, acceptLanguage: string | undefined): MessagePage {
  const language = preferredLanguage(acceptLanguage ?? '');
  const [button = '', ...pages] = (texts[language] ?? '').split('|');
  const [title = '', text = ''] = pages.slice(2 * pageOrder.indexOf(page));

  return { title, text, language, ...(page === 'confirm' && { button }) };
}

/** RFC 9110, section 12.5.4. The first one of several equal qualities counts. */
function preferredLanguage(acceptLanguage: string): string {
  let preferred = { language: defaultLanguage, quality: 0 };
  for (const [tag, quality] of rangesOf(acceptLanguage)) {
    const language = tag.split('-', 1)[0] ?? '';
    if (Object.hasOwn(texts, language) && quality > preferred.quality) preferred = { language, quality };
  }

  return preferred.language;
}
