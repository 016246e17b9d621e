import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import de from '#app/language/messages/de/office.ts'
import deSell from '#app/language/messages/de/sell-letters.json'
import en from '#app/language/messages/en/office.ts'

type Words = { readonly [key: string]: string | Words }

const messagesOf = (locale: 'de' | 'en', more: readonly string[]) => {
  const folder = `app/language/messages/${locale}`
  const files = [...readdirSync(`${folder}/office`).map((name) => `office/${name}`), ...more]
  return files.flatMap((file) => textsOf(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')), file))
}

function textsOf(words: Words, where: string): { where: string; text: string }[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string'
      ? // What is filled in is no word.
        [{ where: `${where} › ${key}`, text: value.replaceAll(/\{\w+\}/g, '…') }]
      : textsOf(value, `${where} › ${key}`),
  )
}

/** The word that is used, and those that once stood beside it. */
const refused: Record<'de' | 'en', readonly (readonly [string, RegExp])[]> = {
  de: [
    ['Kunde', /\bKäufer/],
    ['Versandschein', /Versandmarke|Paketmarke|Paketschein|Versandetikett|\bMarke (?:ge)?send/],
    ['Ankaufsbeleg, Ankaufsbuch, Ankaufsanfrage', /Ankaufb(?:eleg|uch)|Ankaufanfrage|Verkaufsanfrage/],
    ['Lagernummer', /Bestandsnummer|Stücknummer/],
    ['Marke', /Hersteller/],
    ['(freiwillig)', /freigestellt|\(optional\)/],
    ['Leitung', /\bInhaber/],
    ['E-Mail', /(?<!E-)\bMails?\b/],
    ['Schätzung', /Einschätzung/],
    ['Zahlungsseite', /Zahlseite/],
    ['Filiale', /\b(?:im|ins|anderen|diesem|unserem) Geschäft\b|^Geschäft$/],
    ['wird gesendet', /\bhinaus(?:gehen|ging|geht)?\b/],
  ],
  en: [
    ['email', /e-mail|\bmails?\b(?! server)/i],
    ['customer', /\bbuyers?\b/i],
    ['brand', /\bmakers?\b/i],
    ['postcode', /postal code/i],
    ['remove', /\btaken? (?:it )?(?:out|away)\b/i],
    ['holidays', /\bvacations?\b/i],
    ['§', /\bsec(?:tion|\.) ?\d/i],
    ['calculated', /\breckon/i],
    ['for the team only', /\b(?:us|staff|team) alone\b/i],
    ['in the meantime', /\bmeanwhile\b/i],
    ['someone else', /\bsomebody (?:else|has)\b/i],
    ['a per cent sign without a space', /[\d…}]\s%/],
  ],
}

/** Letters and pages of customers quote the law in words, and sellers read German alone. */
const letters = {
  de: [
    'letters.json',
    'sell-letters.json',
    'sell-request.json',
    'sell-form.json',
    'sell-trade.json',
    'sell-watch.json',
    'viewing.json',
  ],
  en: [],
}

for (const locale of ['de', 'en'] as const) {
  const texts = messagesOf(locale, letters[locale])
  test.each(refused[locale])(`one word for one thing (${locale}): %s`, (_word, others) => {
    const found = texts.filter(({ text }) => others.test(text))
    expect(found.map(({ where, text }) => `${where}: ${text.slice(0, 90)}`)).toEqual([])
  })
}

/** What a state is called on its own screen, and wherever else it is told. */
const places = ({ office }: typeof de) => ({
  request: [
    office.requests.states,
    office.insight.words.requestStates,
    office.purchase.statuses,
    office.today.requestStatus,
  ],
  order: [office.orders.states, office.insight.words.orderStates],
  piece: [
    office.piece.statuses,
    office.pieces.statuses,
    office.today.status,
    office.stock.export.statuses,
    Object.fromEntries(
      Object.entries(office.records.values)
        .filter(([key]) => key.startsWith('product_status_'))
        .map(([key, word]) => [key.replace('product_status_', ''), word]),
    ),
  ],
})

test.each([
  ['de', de],
  ['en', en],
] as const)('a state is called the same wherever it is told (%s)', (locale, words) => {
  for (const [thing, [first = {}, ...others]] of Object.entries(places(words))) {
    const own: Readonly<Record<string, string>> = first
    const all = thing === 'request' && locale === 'de' ? [...others, deSell.statuses] : others
    for (const other of all)
      for (const [state, word] of Object.entries(other)) {
        // “declined, goods are here”
        const said = word.split(', ')[0]?.toLowerCase()
        expect([thing, state, said]).toEqual([thing, state, own[state]?.toLowerCase()])
      }
  }
})
