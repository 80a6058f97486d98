/** Domains of free email providers: an address there does not identify a company. */
const freeMailDomains = new Set(
  (
    '126.com 163.com aol.com att.net bluewin.ch btinternet.com comcast.net duck.com fastmail.com free.fr freenet.de ' +
    'gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.de ' +
    'hotmail.es hotmail.fr hotmail.it icloud.com laposte.net libero.it live.com live.co.uk live.de live.fr mac.com ' +
    'mail.com mail.ru me.com msn.com naver.com orange.fr outlook.com outlook.de outlook.fr pm.me proton.me ' +
    'protonmail.com qq.com rediffmail.com sbcglobal.net t-online.de verizon.net wanadoo.fr web.de yahoo.ca ' +
    'yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com ' +
    'yandex.ru ymail.com zoho.com'
  ).split(' '),
);

export function isFreeMail(domain: string): boolean {
  return freeMailDomains.has(domain);
}
