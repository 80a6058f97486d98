import { phrases } from '#lib/mail/phrases.ts';

/*
 * Complete clauses that ask for no further emails, in all languages of `absence.ts`. A clause has no room for other words, so
 * that a negation, a condition or another object never matches. `unsubscribe-wish.ts` divides a text into clauses.
 */

const oneOf = (list: string) => `(?:${phrases(list).join('|')})`;

/** Whole texts without further words, or with a signature only. */
export const commands = oneOf(`
  unsubscribe(?: me)? | stop | opt[- ]?out | remove(?: me)? | take me off | abmelden | abbestellen | austragen | désabonnement
  | désinscription | se désabonner | désabonner | désinscrire | baja | cancelar(?: la)? suscripción | cancella(?:mi)? | disiscrizione
  | cancelar inscrição | descadastrar | remover | afmelden | uitschrijven | wypisz(?: mnie)? | rezygnuję | avregistrera | avsluta | afmeld
  | frameld | meld av | avmeld | peruuta tilaus | poista listalta | odhlásit | odhlásiť | leiratkozás | leiratkozom | dezabonare
  | отписаться | отписка | відписатися | отписване | abonelikten çık | διαγραφή | κατάργηση εγγραφής | odjava | eemaldage | atsisakau
  | atrakstīties | hủy đăng ký | huỷ đăng ký | berhenti berlangganan | הסר | הסרה | הסירו | إلغاء الاشتراك | 配信停止 | 配信解除 | 登録解除
  | 退订 | 退訂 | 取消订阅 | 取消訂閱 | 수신 ?거부 | 구독 ?취소 | 구독 ?해지`);

/** Words before a clause. */
export const openers = oneOf(`
  please | pls | plz | kindly | just | so | then | also | again | ok | okay | sorry | hi | hello | hey | you (?:must|should|can)
  | bitte | hiermit | guten tag | hallo | merci | s'il vous plaît | svp | bonjour | por favor | hola | per favore | buongiorno | prego | olá | graag
  | wil | aub | vänligen | hej | hei | venligst | vennligst | vær så snill å | olkaa hyvä ja | proszę | prosím | dobrý den | kérem | kérjük | vă rog
  | прошу | пожалуйста | будь ласка | моля | lütfen | παρακαλώ | molim(?: vas)? | prosim | palun | prašau | prašome | lūdzu | vui lòng | làm ơn | xin
  | tolong | mohon | נא | אנא | בבקשה | אבקש | من فضلك(?:م)? | الرجاء | يرجى`);

/** Openings of a request that is written as a question. */
export const questionOpeners = oneOf(`
  (?:please )?(?:can|could|would|will) you(?: please| kindly| just)? | (?:können|könnten) sie(?: bitte)? | kannst du(?: bitte)?
  | (?:pouvez|pourriez)-vous | (?:puede|pueden|podrían|podría)(?: por favor)? | potete | può | podem | poderiam | kunt u | kun je
  | kan (?:ni|du|i|dere) | czy możecie | můžete | môžete | можете`);

/** Words after a clause. */
export const trailers = oneOf(`
  please | pls | thanks | thank you | thx | now | today | immediately | at once | asap | again | any ?more | any ?longer | further | ever | permanently
  | completely | in (?:the )?future | going forward | from now on | at all | for good | right away | as soon as possible | with immediate effect
  | (?:because|(?:as|since) (?:i|we)) .{1,200} | bitte | danke(?: schön)? | vielen dank | sofort | umgehend | s'il vous plaît | svp | merci(?: d'avance)? | por favor | gracias
  | per favore | grazie | obrigad[oa] | aub | svp | alstublieft | dank u | bedankt | tack | takk | tak | på forhånd tak | kiitos | dziękuję | prosím
  | děkuji | ďakujem | köszönöm | mulțumesc | спасибо | пожалуйста | будь ласка | дякую | благодаря | teşekkürler | ευχαριστώ | hvala | aitäh
  | ačiū | paldies | cảm ơn | terima kasih | תודה | בבקשה | شكرا | 谢谢 | 謝謝`);

const list =
  `(?:(?:your|this|the|all|any|these|of|future|further|e-?mail|mailing|distribution|contacts?|marketing|newsletter|sales|outreach|spam) ){0,5}
(?:(?:mailing |mail)?lists?|mailings?|e-?mails?|distribution|database|crm|records|systems?|campaigns?|sequences?|newsletters?|outreach|communications?)`.replaceAll(
    '\n',
    '',
  );
const mails =
  `(?:(?:any|your|these|more|such|further|all|the|this|future|unsolicited|spam|marketing|sales) ){0,4}
(?:e-?mails?|mails?|messages?|newsletters?|communications?|mailings?|offers|spam)`.replaceAll('\n', '');
const marketing =
  '(?:(?:direct |e-?mail )?marketing|the (?:processing|use) of my (?:personal )?data(?: for (?:(?:direct |e-?mail )?marketing|advertising)(?: purposes)?)?)';
const deMails = '(?:e-?mails?|mails?|nachrichten|werbung|newsletter|werbemails)';
const deList = `(?:aus|von) (?:dem|der|den|(?:ihr|eur|dies)e[mrn]|allen) (?:(?:e-?)?mail-?)?(?:verteilern?|verteilerliste|listen?|adressliste|mailingliste|datenbank|newsletter)`;
const frList = `(?: (?:de|des) (?:cette|votre|vos|la|toutes vos) (?:listes?(?: (?:de diffusion|d'envoi|de contacts))?|bases?(?: de données)?|fichiers?|mailings?|newsletters?|envois))?`;
const esList =
  '(?: de (?:su|sus|la|esta|tu|vuestra) (?:listas?|base de datos|newsletter|boletín)(?: de (?:correos?|distribución|envíos))?)?';
const itList =
  '(?: d(?:alla|alle|al|a)(?: (?:vostr[ae]|tua|sua|questa))? (?:list[ae]|mailing list|newsletter|database|elenco)(?: (?:di distribuzione|contatti))?)?';
const ptList =
  '(?: d(?:a|as|essa|esta)(?: (?:sua|vossa))? (?:listas?|base|newsletter|mailing)(?: de (?:e-?mails|contatos|contactos|distribuição|dados))?)?';
const nlList =
  '(?:van|uit) (?:uw|jullie|de|deze|je) (?:maillijst|mailing-?lijst|mailinglist|lijst|nieuwsbrief|bestand|database|adressenbestand)';

/** Clauses that must end their sentence, because a list of persons or another object may follow: `remove me and Tom from the call`. */
export const finalClauses = oneOf(`(?:remove|unsubscribe) (?:me|us) | take (?:me|us) off`);

export const clauses = [
  // English
  '(?:please|pls|kindly) unsubscribe',
  `(?:unsubscribe|remove|take|delete|drop|strike|exclude) (?:me|us|(?:my|our) (?:details|data|information|name|(?:e-?mail )?address|e-?mail|contact(?: details)?)|this (?:e-?mail )?address) (?:from|off|out of) ${list}`,
  `(?:stop|cease|quit) (?:(?:e-?mailing|contacting|messaging|spamming|bothering|harassing|writing(?: to)?) (?:me|us)|spamming|sending (?:(?:me|us) )?${mails}(?: to (?:me|us))?)`,
  `(?:do not|don't|dont|never|no longer)(?: ever)? (?:(?:e-?mail|contact|message|spam|bother|write(?: to)?) (?:me|us)|send (?:me|us) (?:anything|${mails}))`,
  `(?:i|we)(?:'d| would)? (?:want|wish|like|prefer|request|ask) to (?:unsubscribe|opt out|be (?:unsubscribed|removed|taken off|opted out))(?: (?:from|of|off) ${list})?`,
  `(?:i|we) (?:hereby )?(?:opt out|unsubscribe|object to ${marketing}|(?:withdraw|revoke) my consent)(?: (?:from|of|to|for) (?:(?=(?:all )?(?:of )?(?:your|these|this|the|any|further|future) )(?:${list}|${mails})|${marketing}))?`,
  `(?:i|we) (?:(?:do not|don't) (?:want|wish|care)|no longer (?:want|wish|care)) (?:(?:to (?:receive|get) )?${mails}(?: from (?:you|your company))?|to (?:be (?:contacted|e-?mailed)(?: by (?:you|e-?mail))?|hear from you))`,
  `no (?:more|further) (?:e-?mails?|mails?|messages?|newsletters?|spam)(?: from you)? | opt me out(?: of ${list})? | leave (?:me|us) alone`.replaceAll(
    ' | ',
    '|',
  ),
  // German
  `(?:nehmen|streichen|entfernen|löschen|tragen) sie (?:mich|uns|meine (?:(?:e-?)?mail-?)?(?:adresse|daten)) (?:bitte )?(?:sofort |umgehend )?${deList}(?: aus)?|(?:nimm|streiche?|entferne|lösche?) (?:mich|uns) (?:bitte )?${deList}`,
  `(?:mich|uns|meine (?:(?:e-?)?mail-?)?adresse) (?:bitte )?(?:${deList} )?(?:streichen|nehmen|entfernen|löschen|austragen|abmelden)|(?:melden|tragen) sie (?:mich|uns) (?:bitte )?(?:ab|aus)|(?:ich )?melde (?:ich )?mich (?:hiermit )?ab|ich (?:möchte|will) (?:mich (?:abmelden|austragen)|nicht mehr kontaktiert werden)`,
  `keine (?:weiteren ${deMails}(?: mehr)?|${deMails} mehr)(?: (?:an mich|von ihnen|schicken|senden))?|(?:schicken|senden|schreiben) sie mir (?:bitte )?(?:nicht mehr|nie wieder|keine (?:weiteren )?${deMails}(?: mehr)?)|(?:kontaktieren sie|belästigen sie) (?:mich|uns) (?:bitte )?(?:nicht mehr|nie wieder)|ich (?:möchte|will|wünsche) (?:keine (?:weiteren )?${deMails}|(?:von ihnen )?keine ${deMails} mehr)(?: (?:mehr|erhalten|bekommen|von ihnen)){0,3}|lassen sie mich (?:bitte )?in ruhe`,
  // French
  `(?:(?:merci de|veuillez|je vous (?:prie|demande) de) )?(?:me|nous) (?:désabonner|désinscrire|retirer|supprimer|enlever)${frList}|(?:désabonnez|désinscrivez|retirez|supprimez|enlevez)-(?:moi|nous)${frList}|je (?:souhaite|veux|voudrais|désire) (?:me (?:désabonner|désinscrire)|être (?:retirée?|désinscrite?|désabonnée?))${frList}`,
  `(?:(?:merci de|veuillez) )?ne plus (?:me|m'|nous) ?(?:contacter|écrire|solliciter|envoyer (?:d'e-?mails?|de (?:mails?|messages?|courriels?)))|ne (?:me|nous|m') ?(?:contactez|écrivez|sollicitez|envoyez) plus(?: (?:d'e-?mails?|de (?:mails?|messages?)|rien))?|arrêtez de (?:me|m'|nous) ?(?:écrire|contacter|solliciter)|je ne (?:souhaite|veux|désire) plus (?:recevoir (?:de |vos |ces |d')?(?:e-?mails?|mails?|messages?|courriels?|newsletters?)|être (?:contactée?|sollicitée?))(?: de votre part)?`,
  // Spanish
  `(?:(?:quiero|deseo|quisiera|solicito|me gustaría) )?(?:denme|dame|déme|deme|darme|darnos|dadme|que me den) de baja${esList}|(?:quiero|deseo) cancelar (?:mi|la) suscripción|(?:elimín(?:en?|a)|bórr(?:en?|a)|quít(?:en?|a)|sáqu(?:en?)|sáca|retír(?:en?|a))me${esList}|(?:eliminarme|borrarme|quitarme|sacarme)${esList}`,
  `no (?:me|nos) (?:escrib(?:an?|as)|contact(?:en?|es)|env[ií](?:en?|es)|mand(?:en?|es)) (?:más(?: (?:correos|e-?mails?|mensajes|publicidad))?|(?:correos|e-?mails?|mensajes|publicidad)(?: más)?)|no (?:quiero|deseo) (?:recibir )?más (?:correos|e-?mails?|mensajes|publicidad)|dej(?:en?|a) de (?:escribirme|contactarme|(?:enviar|mandar)me (?:correos|e-?mails?|mensajes))`,
  // Italian
  `(?:(?:vi prego|prego|chiedo) di )?(?:cancell|rimuov|elimin|togli)(?:atemi|etemi|armi|ermi|ami|imi|mi)${itList}|disiscrivetemi${itList}|(?:voglio|vorrei|desidero) (?:disiscrivermi|cancellarmi|essere (?:cancellat|rimoss|disiscritt)[oa])${itList}|non (?:scrivetemi|contattatemi|mandatemi|inviatemi) più(?: (?:e-?mail|mail|messaggi))?|smette(?:te|tela|la) di (?:scrivermi|contattarmi|mandarmi (?:e-?mail|mail|messaggi))|non (?:voglio|desidero) (?:più )?ricevere (?:più )?(?:le )?(?:vostre )?(?:e-?mail|mail|messaggi)`,
  // Portuguese
  `(?:remov[ae]m?|retirem?|descadastrem?|excluam?|tirem?)(?:-me| (?:o )?meu (?:e-?mail|contac?to|endereço))${ptList}|(?:me )?(?:remov[ae]m?|descadastrem?|excluam?|tirem?) ${ptList.slice(4, -2)}|(?:quero|gostaria de|desejo|solicito) (?:me descadastrar|cancelar (?:a |minha )?(?:inscrição|subscrição|assinatura)|ser removid[oa])${ptList}|não (?:me )?(?:enviem?|mandem?|escrevam?|conta[c]?tem?)(?:-me)? mais(?: (?:e-?mails?|mensagens))?|parem? de (?:me )?(?:enviar|mandar|escrever|contac?tar)(?:-me)?(?: (?:e-?mails?|mensagens))?|não (?:quero|desejo) (?:mais )?receber (?:mais )?(?:e-?mails?|mensagens)`,
  // Dutch
  `(?:schrijf|meld) (?:mij|me|ons) (?:aub |svp |graag )?(?:uit|af)|(?:mij|me|ons) (?:graag )?(?:uitschrijven|afmelden|verwijderen)(?: ${nlList})?|(?:verwijder|haal|schrap) (?:mij|me|ons|mijn (?:(?:e-?mail)?adres|gegevens)) (?:aub |svp |graag )?${nlList}(?: af)?|geen (?:e-?mails?|mails?|berichten) meer(?: (?:sturen|ontvangen))?|stop met (?:(?:mij|me) te )?(?:mailen|schrijven|e-?mailen)|stuur (?:mij|me|ons) geen (?:e-?mails?|mails?|berichten) meer|(?:mail|contacteer|benader) (?:mij|me|ons) niet meer|ik wil (?:(?:graag )?(?:mij|me) (?:graag )?(?:uitschrijven|afmelden)|geen (?:e-?mails?|mails?|berichten) meer(?: ontvangen)?|niet meer (?:benaderd|gemaild) worden)`,
  // Swedish, Danish, Norwegian
  `(?:ta bort|avregistrera|stryk) (?:mig|oss|min (?:e-?post|mejl|mail)adress)(?: (?:från|ur) (?:(?:er|din|denna|alla era) (?:lista|listor|(?:mail|mejl|e-?post|sänd)lista|register|databas)|(?:e-?post|mail|mejl|sänd)?listan|registret))?|sluta (?:mejla|maila|kontakta|skriva till|skicka (?:mejl|mail|e-?post) till) (?:mig|oss)|(?:kontakta|mejla|maila) mig inte(?: mer| igen)?|(?:inga|skicka inte) fler (?:mejl|mail)|jag vill (?:inte (?:ha|få) (?:fler|mer) (?:mejl|mail|e-?post)(?: från er)?|avregistrera mig|avsluta prenumerationen)`,
  `(?:fjern|afmeld|slet|frameld) (?:mig|os)(?: fra (?:(?:jeres|din|denne) (?:(?:mail|mailing)?liste|database|nyhedsbrev)|(?:mail|mailing)?listen|nyhedsbrevet))?|stop med at (?:skrive til|kontakte|maile(?: til)?|sende mails til) (?:mig|os)|(?:kontakt|skriv til) mig ikke (?:mere|igen)|send (?:mig )?ikke flere mails|ingen flere mails|jeg (?:ønsker|vil) ikke (?:(?:at )?(?:modtage|få|have) flere mails|at blive kontaktet)(?: fra jer)?|jeg vil gerne (?:afmeldes|fjernes|afmelde mig)`,
  `(?:fjern|avmeld|slett|stryk) (?:meg|oss)(?: fra (?:(?:deres|din|denne) (?:(?:e-?post|mailing)?liste|database)|(?:e-?post|mailing)?listen|nyhetsbrevet))?|meld meg av(?: (?:(?:e-?post)?listen|nyhetsbrevet))?|(?:slutt|stopp) (?:å|med å) (?:sende meg (?:e-?post(?:er)?|mail)|skrive til meg|kontakte meg)|ikke (?:kontakt|send|skriv til) meg (?:mer|igen|flere e-?poster)|(?:ingen|ikke send) flere (?:e-?poster|mail)|jeg (?:ønsker|vil) ikke (?:å )?(?:motta|ha|få) flere (?:e-?poster|mail)(?: fra dere)?`,
  // Finnish, Estonian, Latvian, Lithuanian
  `poista(?:kaa)? (?:minut|meidät|(?:sähköposti)?osoitteeni|yhteystietoni)(?: (?:postitus|sähköposti)?(?:listalta|listaltanne|listoiltanne)| (?:rekisteristä|tietokannasta)(?:nne)?)?|peru(?:kaa|uttakaa|uta) tilau(?:s|kseni)|älkää (?:lähettäkö|lähestykö)(?: (?:minulle|enää|lisää|sähköpost(?:ia|eja)|viestejä)){1,4}|en halua (?:enää )?(?:lisää )?(?:sähköpost(?:ia|eja)|viestejä(?:nne)?)(?: teiltä)?`,
  `eemaldage (?:mind|minu aadress|mu aadress)(?: (?:oma |teie )?(?:nimekirjast|listist|meililistist|postitusloendist|andmebaasist))?|ärge (?:saatke|kirjutage) mulle (?:enam|rohkem)(?: (?:e-?kirju|kirju|meile))?|ma ei soovi (?:enam )?(?:teie )?(?:e-?kirju|kirju|meile)(?: saada)?|loobun uudiskirjast`,
  `(?:izņemiet|izdzēsiet|noņemiet|svītrojiet) mani(?: no (?:sava |jūsu |šī )?(?:adresātu |e-pasta )?(?:saraksta|datubāzes))?|(?:vairs )?(?:man )?(?:vairs )?(?:nerakstiet|nesūtiet)(?: (?:man|vairs|e-pastus|vēstules|ziņas)){1,3}|(?:man )?vairs (?:man )?(?:nerakstiet|nesūtiet)|nevēlos (?:vairs )?saņemt (?:jūsu )?(?:e-pastus|vēstules|ziņas)|vēlos atrakstīties`,
  `(?:išbraukite|pašalinkite|išregistruokite|ištrinkite) mane(?: iš (?:savo |jūsų |šio )?(?:adresatų )?(?:sąrašo|duomenų bazės|prenumeratos))?|(?:daugiau )?(?:man )?(?:daugiau )?(?:nerašykite|nesiųskite|neberašykite|nebesiųskite) (?:man|daugiau|laiškų)(?: (?:daugiau|laiškų)){0,2}|(?:daugiau man|man daugiau|daugiau) (?:nerašykite|nesiųskite)|neb?enoriu gauti (?:jūsų )?laiškų|noriu atsisakyti prenumeratos`,
  // Polish, Czech, Slovak
  `(?:proszę )?(?:o )?(?:mnie )?(?:wypisanie|wypisać|usunięcie|usunąć|wykreślenie|wypisz|wypiszcie|usuń|usuńcie)(?: (?:mnie|mój adres|mojego (?:adresu|e-?maila|maila)))?(?: z(?:e)? (?:państwa |waszej |tej )?(?:listy|bazy|newslettera|mailingu)(?: (?:mailingowej|danych|kontaktów|odbiorców))?)|(?:proszę )?(?:mnie wypisać|o wypisanie(?: mnie)?|wypisz(?:cie)? mnie)|(?:proszę )?(?:nie (?:pisać|wysyłać)(?: (?:do mnie|więcej|maili|wiadomości)){1,3}|nie kontaktować się(?: (?:ze mną|więcej)){1,2})|nie (?:piszcie|pisz|wysyłajcie)(?: (?:do mnie|więcej|maili|wiadomości)){1,3}|nie (?:chcę|życzę sobie) (?:otrzymywać |dostawać )?(?:więcej |dalszych )?(?:maili|wiadomości|e-?maili)(?: od (?:państwa|was))?|rezygnuję z (?:subskrypcji|newslettera)`,
  `(?:odhlaste|odhlašte|vyřaďte|vyškrtněte|odstraňte|vymažte|smažte) (?:mě|mne|nás|můj e-?mail|moji adresu)(?: ze? (?:(?:vašeho|vaší|tohoto|této|svého) )?(?:seznamu|databáze|newsletteru|evidence|odběru|mailing ?listu))?|(?:vás )?o (?:odhlášení|vyřazení|vymazání)(?: ze? (?:(?:vašeho|vaší) )?(?:seznamu|databáze|newsletteru|odběru))?|(?:už |více )?(?:mi|nám) (?:už |více )?(?:nepište|neposílejte|nezasílejte)(?: (?:žádné|další|e-?maily|maily|zprávy|nabídky)){0,3}|(?:nepište|neposílejte) mi(?: (?:už|více|další|žádné|e-?maily|maily|zprávy)){0,3}|(?:už |více )?(?:mě )?(?:už )?nekontaktujte(?: mě)?(?: (?:už|více))?|nepřeji si (?:dostávat |další )?(?:další )?(?:e-?maily|maily|zprávy|obchodní sdělení)`,
  `(?:odhláste|vyraďte|odstráňte|vymažte|vyčiarknite) (?:ma|nás|môj e-?mail|moju adresu)(?: zo? (?:(?:vášho|vašej|tohto|tejto|svojho) )?(?:zoznamu|databázy|newslettera|evidencie|odberu))?|(?:vás )?o (?:odhlásenie|vyradenie|vymazanie)(?: zo? (?:(?:vášho|vašej) )?(?:zoznamu|databázy|newslettera|odberu))?|(?:už |viac )?(?:mi|nám) (?:už |viac )?(?:nepíšte|neposielajte|nezasielajte)(?: (?:žiadne|ďalšie|e-?maily|maily|správy)){0,3}|(?:nepíšte|neposielajte) mi(?: (?:už|viac|ďalšie|žiadne|e-?maily|maily|správy)){0,3}|nekontaktujte ma(?: (?:už|viac))?|neželám si (?:dostávať )?(?:ďalšie )?(?:e-?maily|maily|správy)`,
  // Hungarian, Romanian
  `(?:töröljenek|töröljön|töröljetek|vegyenek|vegyen|iratkoztassanak|iratkoztasson)(?: le| ki)?(?: (?:engem|a|az|e-mail-?|levelező|levelezőlistáról|listáról|listájukról|adatbázisból|adatbázisukból|hírlevélről)){1,4}|ne (?:küldjenek|küldjön|írjanak|írjon)(?: (?:nekem|több|további|e-mailt|e-maileket|levelet|üzenetet|többet|többé)){1,4}|(?:szeretnék )?leiratkozni(?: (?:szeretnék|a|az|erről|hírlevélről|listáról)){1,3}|szeretnék leiratkozni|nem kérek (?:több|további) (?:e-mailt|levelet|üzenetet|hírlevelet)`,
  `(?:dezabona[țt]i|[șs]terge[țt]i|scoate[țt]i|elimina[țt]i)-m[ăa](?: (?:din|de pe) (?:lista|list[ăa]|baza)(?: (?:dumneavoastră|dvs|voastră|de (?:e-?mail|date|distribuție))){0,2})?|să m[ăa] (?:dezabona[țt]i|[șs]terge[țt]i|scoate[țt]i|elimina[țt]i)(?: (?:din|de pe) (?:lista|list[ăa]|baza)(?: (?:dumneavoastră|dvs|voastră|de (?:e-?mail|date|distribuție))){0,2})?|nu(?:-mi| îmi| m[ăa]| ne) mai (?:trimite[țt]i|scrie[țt]i|contacta[țt]i)(?: (?:e-?mailuri|mailuri|mesaje))?|nu (?:mai )?doresc să (?:mai )?primesc (?:e-?mailuri|mailuri|mesaje)(?: de la (?:voi|dumneavoastră))?|(?:doresc|vreau) să mă dezabonez`,
  // Russian, Ukrainian, Bulgarian
  `(?:отпишите|удалите|уберите|исключите|вычеркните|отписать|удалить|исключить|убрать) (?:меня|нас|мой (?:адрес|e-?mail))(?: (?:из|от|с) (?:(?:ваше(?:го|й)|это(?:го|й)|всех(?: ваших)?) )?(?:списк(?:а|ов)|рассыл(?:ки|ок)|базы)(?: (?:рассыл(?:ки|ок)|данных|контактов))?)?|(?:мне )?(?:больше )?(?:мне )?не (?:пишите|присылайте|шлите|отправляйте)(?: (?:мне|нам|больше|писем|письма|сообщений|спам)){1,3}|(?:больше мне|мне больше|больше) не (?:пишите|присылайте|шлите)|(?:я )?(?:больше )?не (?:хочу|желаю) (?:больше )?получать (?:ваши |эти |от вас )?(?:письма|рассылку|сообщения|спам)(?: от вас)?|прекратите (?:мне писать|рассылку)|хочу отписаться(?: от рассылки)?`,
  `(?:відпишіть|видаліть|приберіть|виключіть) мене(?: (?:зі?|від) (?:(?:вашо(?:го|ї)|ціє[їі]|цього) )?(?:списку|розсилки|бази)(?: (?:розсилки|даних|контактів))?)?|не (?:пишіть|надсилайте|присилайте) мені(?: (?:більше|листів|листи|повідомлень)){0,2}|більше (?:мені )?не (?:пишіть|надсилайте|присилайте)(?: мені)?(?: (?:листів|листи|повідомлень))?|(?:я )?(?:більше )?не хочу (?:більше )?отримувати (?:ваші |ці )?(?:листи|розсилку|повідомлення)|хочу відписатися(?: від розсилки)?`,
  `(?:отпишете|премахнете|изтрийте|махнете) ме(?: от (?:(?:вашия|вашата|този) (?:списък|база)|списъка|бюлетина|базата)(?: си| данни)?)?|не ми (?:пишете|изпращайте|пращайте)(?: (?:повече|имейли|съобщения|писма)){1,3}|не желая (?:да получавам )?повече (?:имейли|съобщения|писма)`,
  // Greek, Turkish
  `(?:διαγράψτε|αφαιρέστε|βγάλτε|να με διαγράψετε)(?: με)?(?: από (?:τη|την|τις)(?: (?:λίστα|λίστες|mailing list))(?: (?:σας|αλληλογραφίας|επαφών)){0,2})|(?:διαγράψτε|αφαιρέστε) με|μην? μου (?:ξανα)?(?:στέλνετε|στείλετε|γράφετε|γράψετε)(?: (?:άλλα|πια|ξανά|e-?mail|mail|μηνύματα)){1,3}|μην? μου ξανα(?:στείλετε|γράψετε)|δεν (?:θέλω|επιθυμώ) (?:να λαμβάνω )?(?:άλλα|πλέον) (?:e-?mail|μηνύματα)(?: σας)?`,
  `(?:beni|bizi|adresimi|e-?posta adresimi) (?:lütfen )?(?:bu )?(?:(?:mail|e-?posta|mailing) )?(?:listenizden|listeden|listesinden|veri tabanınızdan) (?:çıkarın|çıkartın|çıkarınız|silin|siliniz)|(?:bana )?(?:bir daha|artık) (?:bana )?(?:mail|e-?posta|mesaj) (?:atmayın|göndermeyin|yollamayın)(?:ız)?|bana (?:mail|e-?posta|mesaj) (?:atmayın|göndermeyin)|abonelikten (?:çıkmak istiyorum|çıkarın)|aboneliğimi iptal edin(?:iz)?|artık (?:mail|e-?posta) (?:almak )?istemiyorum`,
  // Croatian, Serbian, Slovenian
  `(?:odjavite|uklonite|izbrišite|maknite|skinite) (?:me|nas)(?: (?:sa?|iz|od) (?:(?:vaše|vašeg|ove|svoje|mailing) )?(?:liste|popisa|baze)(?: (?:podataka|primatelja))?)?|(?:ne šaljite|nemojte|ne pišite) mi više(?: (?:slati|pisati))?(?: (?:mailove|e-?mailove|mejlove|poruke))?|ne želim više (?:primati |dobivati |da primam )?(?:vaše )?(?:mailove|e-?mailove|mejlove|poruke)`,
  `(?:odjavite|odstranite|izbrišite) me (?:z|s|iz) (?:(?:vašega|e-?poštnega) )?(?:seznama|baze)(?: (?:prejemnikov|podatkov))?|(?:ne pošiljajte|ne pišite) mi več(?: (?:e-?pošte|sporočil|mailov))?|ne želim več prejemati (?:vaših )?(?:sporočil|e-?pošte|mailov)`,
  // Vietnamese, Indonesian
  `(?:hãy )?(?:xóa|xoá|loại|bỏ) (?:tôi|email của tôi|địa chỉ của tôi) (?:ra )?khỏi danh sách(?: (?:này|của bạn|email|gửi thư)){0,2}|(?:đừng|không|ngừng) gửi (?:thêm )?(?:email|thư)(?: (?:cho tôi|nữa)){1,2}|(?:tôi )?muốn (?:hủy|huỷ) đăng ký(?: nhận (?:email|tin|thư))?|(?:hủy|huỷ) đăng ký(?: (?:cho tôi|nhận (?:email|tin|thư)))?|tôi không muốn nhận (?:thêm )?(?:email|thư)(?: (?:nữa|này|từ bạn)){0,2}`,
  `hapus(?:kan)? (?:saya|(?:alamat )?email saya|alamat saya) dari (?:daftar|milis|mailing list)(?: (?:anda|email|ini|kontak|kiriman)){0,2}|(?:jangan|berhenti) (?:mengirim|kirim|mengirimi|hubungi|menghubungi)(?: (?:saya|email|pesan|lagi|kepada saya)){1,4}|saya (?:ingin|mau) berhenti berlangganan|saya tidak (?:ingin|mau) menerima email(?: (?:lagi|ini|dari anda)){0,2}`,
  // Hebrew, Arabic
  `(?:הסירו|הסר|הסירי|תסירו|תורידו|להסיר) אותי(?: (?:מרשימת (?:התפוצה|הדיוור)|מהרשימה|מהרשימות)(?: (?:שלכם|שלך))?)?|(?:אל תשלחו|אל תשלח|תפסיקו לשלוח|הפסיקו לשלוח) לי(?: (?:יותר|עוד|מיילים|הודעות)){1,3}`,
  `(?:أزلني|احذفني|أزيلوني|احذفوني|إزالتي|حذفي)(?: من (?:القائمة|قائمتكم|قائمة (?:البريد|المراسلات))(?: (?:البريدية|الخاصة بكم)){0,2})|(?:ألغوا|ألغ|إلغاء) اشتراكي|(?:لا ترسلوا|لا ترسل|توقفوا عن إرسال|توقف عن إرسال)(?: (?:لي|إلي|إليّ|رسائل|الرسائل|المزيد من|أي)){1,4}|لا أريد (?:تلقي|استلام) (?:المزيد من )?(?:الرسائل|رسائلكم|رسائل)`,
  // Japanese, Chinese, Korean
  `(?:今後(?:は|の)?|もう|これ以上)?(?:の)?(?:(?:メール|メルマガ|営業メール|案内)の?)?(?:配信|送信|送付)(?:を|の)?(?:停止|中止|解除)(?:を)?(?:して(?:ください|下さい|いただけますか)|お願い(?:いた|致)?します|希望します)|(?:今後(?:は)?|もう|これ以上)?(?:一切)?(?:営業)?メール(?:は|を)?(?:送らない|送信しない)で(?:ください|下さい)|(?:配信|メーリング)?リストから(?:私を)?(?:削除|除外)(?:してください|して下さい|をお願い(?:いた|致)?します)|(?:登録|購読)(?:を|の)?解除(?:を)?(?:してください|して下さい|お願い(?:いた|致)?します|希望します)|(?:今後(?:の)?)?(?:営業)?(?:メール|ご連絡)は(?:不要|結構)です`,
  `(?:帮我|幫我|给我|給我|为我|為我)?(?:退订|退訂|取消订阅|取消訂閱)(?:邮件|郵件|此邮件|此郵件)?(?:吧|谢谢)?|(?:把|将|將)我(?:的(?:邮箱|郵箱|信箱|地址|邮箱地址))?[从從](?:(?:你们|您|你們|贵司|貴司|贵公司)(?:的)?)?(?:邮件|郵件|发送|發送|联系人)?(?:列表|名单|名單|数据库|資料庫)(?:中|里|裡)?(?:删除|刪除|移除|去掉|移出)|(?:不要|别|別|勿|停止)再?(?:给我|給我|向我)(?:发|發|寄|发送|發送|寄送)(?:任何|广告|廣告)?(?:邮件|郵件|信|电子邮件|電子郵件)(?:了)?|(?:不要|别|別|勿)再?(?:发|發|寄)(?:邮件|郵件|信)(?:给我|給我)(?:了)?|(?:不要|别|別|勿)再(?:联系|聯繫|聯絡|打扰|打擾|骚扰|騷擾)(?:我|我们|我們)(?:了)?`,
  `(?:저를 |제 (?:이?메일|주소)[을를] )?(?:메일링 ?리스트|수신 ?목록|목록|리스트|명단)에서 (?:저를 |제 (?:이?메일|주소)[을를] )?(?:삭제|제외|제거)(?:해|하여) ?(?:주세요|주십시오|주시기 바랍니다)|(?:더 이상 |앞으로 |다시는 |이제 )?(?:저에게 |제게 )?(?:더 이상 )?(?:이?메일|광고|연락)(?:[을를은는])? ?(?:보내지|하지|발송하지) ?(?:말아 ?주세요|마세요|마십시오|말아 ?주시기 바랍니다)|(?:수신 ?거부|구독 ?(?:취소|해지|해제)) ?(?:합니다|해 ?주세요|부탁드립니다|요청합니다|신청합니다|바랍니다)`,
].join('|');
