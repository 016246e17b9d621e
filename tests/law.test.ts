import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languageCookie } from '#app/language/negotiate.ts'
import { cartCookie } from '#app/shop/checkout/cart-cookie.ts'
import { holderCookie } from '#app/shop/checkout/holder.ts'
import { orderAgainCookie } from '#app/shop/checkout/order-again.ts'
import { messageSentCookie } from '#app/shop/enquiries/message-sent.ts'
import { mailsSchema } from '#app/shop/settings/mail-settings.ts'
import { viewportCookie } from '#app/storefront/layout/viewport.ts'

/** docs/law.md gives each duty an id and its places; a test that proves one says so in the line above it. */
const duties = [...readFileSync('docs/law.md', 'utf8').matchAll(/^\| `([a-z-]+)` \| .+ \| (.+) \|$/gm)].map(
  ([, id = '', places = '']) => ({
    id,
    places: [...places.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }),
)

const proofs = globSync('{app,commands,db,server,tests}/**/*.{test,spec}.{ts,tsx}').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^ *\/\/ Duty: (.*)\n *(.*)$/gm)].map(
    ([, named = '', next = '']) => ({ file, ids: named.split(', '), next }),
  ),
)

test('every duty has an id of its own and a place that is there', () => {
  expect(duties.length).toBeGreaterThan(50)
  expect(new Set(duties.map(({ id }) => id)).size).toBe(duties.length)
  expect(duties.filter(({ places }) => places.length === 0).map(({ id }) => id)).toEqual([])
  expect(duties.flatMap(({ places }) => places).filter((file) => !existsSync(file))).toEqual([])
})

test('every duty is proved by a test, and no test names what is none', () => {
  const proved = proofs.flatMap(({ ids }) => ids)
  expect(duties.map(({ id }) => id).filter((id) => !proved.includes(id))).toEqual([])
  expect(proved.filter((id) => !duties.some((duty) => duty.id === id))).toEqual([])
})

test('a duty is named above a test that runs', () => {
  expect(proofs.filter(({ next }) => !/^test(\.each(<\w+>)?)?[(`]/.test(next))).toEqual([])
})

const read = (file: string) => readFileSync(file, 'utf8')
/** Everything that the demo shop says of its own accord. */
const said = globSync(['db/demo/**/*.yaml', 'app/language/messages/**/*.json']).sort()

// Duty: fluctuating-prices, guarantee-page, legal-pages, dispute-statement, battery-returns, accessible-site
test.each([
  [
    'imprint',
    [
      ...[/§\s36\sVSBG/, /section\s36\sVSBG/],
      // § 5 DDG: who, where, by whom represented, how to be reached, register, tax numbers, supervision.
      ...[/Anbieter\s+Rheingold .+ GmbH\\\s+.+\d\\\s+\d{5} \p{L}+/u, /Provider\s+Rheingold .+ GmbH/],
      ...[/Vertreten durch die Geschäftsführerin \p{Lu}/u, /Represented by its managing director, \p{Lu}/u],
      ...[/Telefon Köln: \[0221 /, /Phone Cologne: \[\+49 /, /E-Mail: \[\S+@/, /Email: \[\S+@/],
      ...[
        /Registergericht: .+ HRB \d/,
        /Register court: .+ HRB \d/,
        /Umsatzsteuer-Identifikationsnummer nach § 27a UStG: DE\d/,
        /VAT identification number under section 27a UStG: DE\d/,
      ],
      ...[/Wirtschafts-Identifikationsnummer: DE/, /Business identification number: DE/],
      ...[/Aufsichtsbehörde nach/, /Supervisory authority under/],
    ],
  ],
  [
    'legal-guarantee',
    [
      ...[
        /Zwei Jahre, für jedes Stück, auch für gebrauchte/,
        /Two years, for every piece, used ones included/,
      ],
      ...[/verjähren zwei Jahre nach der Übergabe \(§ 438 BGB\)/, /time-barred two years after delivery/],
    ],
  ],
  [
    'accessibility',
    [
      ...[
        /§ 14 des Barrierefreiheitsstärkungsgesetzes/,
        /section 14 of the German Accessibility Strengthening Act \(BFSG\)/,
      ],
      ...[/WCAG\) 2\.2, Stufe AA/, /WCAG\) 2\.2.+AA/],
      ...[/## Was noch nicht barrierefrei ist/, /## What is not yet accessible/, /## Eine Barriere melden/],
    ],
  ],
  [
    'privacy',
    [
      ...[/Art\. 15 bis 21 DSGVO/, /Art\. 15 to 21 GDPR/, /Landesbeauftragten? für Datenschutz/],
      ...[/löschen wir nach zwölf Monaten/, /after twelve months/, /acht Jahre auf/, /eight years/],
      ...[/Geldwäschegesetz löschen wir nach fünf Jahren/, /Money Laundering Act.+five years/],
      ...[/ohne Cookies/, /without cookies/, /§ 25 Abs\. 2 Nr\. 2 TDDDG/, /25 \(2\) no\. 2 TDDDG/],
    ],
  ],
  ['battery-notice', [/unentgeltlich in unseren Filialen/, /free of charge/]],
  [
    'cancellation',
    [/Schwankungen auf dem Finanzmarkt abhängt, berufen wir uns nicht/, /we do not rely on the exclusion/],
  ],
])('%s says in both languages what it has to', (story, words) => {
  // With blanks that do not break as any other.
  const text = read(`db/demo/stories/${story}.yaml`).replaceAll(/\s/g, ' ')
  expect(words.filter((each) => !each.test(text))).toEqual([])
})

// Duty: legal-pages
test('the privacy notice says how long what the settings name is kept, and what leaves the shop', () => {
  const mails = mailsSchema.parse({})
  const years = mails.retention.at(-1)?.orderYears
  expect(years).toBe(8)
  const rows = read('db/demo/stories/privacy.yaml')
    .split('\n')
    .filter((line) => /^ {10}\| /.test(line))
  const says = (row: RegExp) =>
    expect(
      rows.filter((line) => row.test(line)),
      String(row),
    ).toHaveLength(1)
  says(new RegExp(`^ *\\| an Mitarbeitende \\| ${mails.staffDays} Tage \\|$`))
  says(new RegExp(`^ *\\| to staff \\| ${mails.staffDays} days \\|$`))
  says(new RegExp(`^ *\\| über passende Stücke \\| ${mails.alertDays} Tage, .*abmelden.* \\|$`))
  says(new RegExp(`^ *\\| about matching pieces \\| ${mails.alertDays} days, .*unsubscribe.* \\|$`))
  says(/^ *\| zu Bestellungen und Widerrufen \| acht volle Kalenderjahre .*\|$/)
  says(/^ *\| about orders and withdrawals \| eight full calendar years .*\|$/)
  says(new RegExp(`^ *\\| als Datei abgelegt.* \\| ${mails.fileDays} Tage \\|$`))
  says(new RegExp(`^ *\\| stored as a file.* \\| ${mails.fileDays} days \\|$`))
  const text = read('db/demo/stories/privacy.yaml').replaceAll(/\s/g, ' ')
  for (const said of [
    ...[/Prüfsumme/, /geheimen Schlüssel/, /keyed hash/, /secret key/],
    // rate_use, sell_photo_arrival
    ...[/Zähler löschen wir nach zwei Tagen/, /counts are deleted after two days/],
    // alert_asked
    ...[/binnen sieben Tagen/, /within seven days/, /ein Jahr lang/, /for one year/],
    // Sell requests that led to nothing
    ...[/kein Ankauf, löschen wir .+ 90 Tage nach ihrem Ende/, /no purchase, we delete .+ 90 days after it/],
    ...[/an die Europäische Kommission/, /to the European Commission/],
    ...[/Ihre IP-Adresse erfährt sie nicht/, /does not learn your IP address/],
  ]) {
    expect(text).toMatch(said)
  }
})

test('both languages of the privacy notice list the same', () => {
  const [german = '', english = ''] = read('db/demo/stories/privacy.yaml').split(/^ {8}en: \|$/m)
  const rowsOf = (text: string) => text.split('\n').filter((line) => /^ {10}\| /.test(line)).length
  expect(rowsOf(english)).toBe(rowsOf(german))
  const headings = (text: string) => text.split('\n').filter((line) => /^ {10}##/.test(line)).length
  expect(headings(english)).toBe(headings(german))
})

// Duty: listed-cookies
test('what a device keeps is kept by these alone, each in the privacy notice', () => {
  const keeps =
    /'set-cookie'|document\.cookie = |window\.localStorage|sessionStorage\.setItem|indexedDB|cookieStore/
  const places = globSync('{app,server}/**/*.{ts,tsx,js,mjs}').filter(
    (file) => !/\.test\./.test(file) && keeps.test(read(file)),
  )
  expect(places.sort()).toEqual([
    // cart
    'app/api/cart.ts',
    // who of the staff is signed in: no visitor is given it
    'app/office/office-answer.ts',
    // that a message was sent, as a program is told
    'app/sell-form/sell-action.ts',
    // photos of a sell request
    'app/sell-form/upload-token.ts',
    'app/storefront/cart/cart-page.tsx',
    'app/storefront/checkout-success/checkout-success-page.tsx',
    // checkout
    'app/storefront/checkout/checkout-action.ts',
    'app/storefront/checkout/checkout-page.tsx',
    // that a message was sent
    'app/storefront/contact-action.ts',
    // wishes
    'app/storefront/keeping/use-wishes.ts',
    // recent searches
    'app/storefront/layout/recent-searches.ts',
    // language
    'app/storefront/layout/use-language-cookie.ts',
    // viewport
    'app/storefront/layout/viewport.ts',
    // recently seen
    'app/storefront/product/RecentlySeen.tsx',
    'app/storefront/product/use-remembered.ts',
    // reads what was recently seen
    'app/storefront/viewing/ViewingDrawer.tsx',
    // what was typed at the checkout and in the sell form
    'app/ui/use-kept-form.ts',
    // what was refused of it, as long as it is kept
    'app/ui/use-refusal.ts',
    // names of all of them over https
    'server/cookie-prefixes.ts',
    // language
    'server/http.ts',
    // leaves cookies out of what is kept
    'server/kept-answer.ts',
    'server/page-front.ts',
    'server/page-language.ts',
  ])
  const privacy = read('db/demo/stories/privacy.yaml')
  for (const row of [
    /\| Fotos einer Verkaufsanfrage \|/,
    /\| zuletzt angesehen \|/,
    /\| Formulare von Kasse und Verkauf \|/,
    /\| forms of checkout and selling \|/,
    /\| recently seen \|/,
    /\| Merkliste \|/,
    /\| wish list \|/,
    /\| zuletzt gesucht \|/,
    /\| recent searches \|/,
  ])
    expect(privacy).toMatch(row)
})

// Duty: listed-cookies
test.each([
  ['i18n_redirected', languageCookie('de'), 365, /^\| i18n\\_redirected \|.*\| 365 (Tage|days) \|$/gm],
  ['viewport', viewportCookie('lg'), 365, /^\| viewport \|.*\| 365 (Tage|days) \|$/gm],
  [
    'cart',
    cartCookie([{ id: '10482', seenCents: 985_000 }], true),
    30,
    /^\| (Warenkorb|cart) \|.*(höchstens 30 Tage|30 days at most) \|$/gm,
  ],
  [
    'checkout',
    holderCookie({ token: 'token', visit: 'visit' }, true),
    1,
    /^\| (Kasse|checkout) \|.*\| (ein Tag|one day) \|$/gm,
  ],
  [
    'order_again',
    orderAgainCookie('token', true),
    30 / 1440,
    /^\| (Kasse, anders bezahlen|checkout, paying another way) \|.*\| (30 Minuten|30 minutes) \|$/gm,
  ],
  [
    'message_sent',
    messageSentCookie(true),
    10 / 1440,
    /^\| (Kontaktformular|contact form) \|.*\| (zehn Minuten|ten minutes) \|$/gm,
  ],
])(
  'the cookie “%s” lasts as long as the privacy notice says in both languages',
  (name, cookie, days, row) => {
    expect(cookie.split('=')[0]).toBe(name)
    expect(Number(/max-age=(\d+)/i.exec(cookie)?.[1]) / 86_400).toBe(days)
    const rows = read('db/demo/stories/privacy.yaml').replaceAll(/^ +/gm, '').match(row)
    expect(rows).toHaveLength(2)
  },
)

// Duty: dispute-statement, green-claims
test('nothing leads to the closed dispute platform, and nothing is called green', () => {
  expect(said.length).toBeGreaterThan(80)
  const green =
    /nachhaltig|umweltfreundlich|umweltschonend|klimaneutral|sustainab|eco-friendly|climate.neutral/i
  const wrong = said.filter(
    (file) => /ec\.europa\.eu\/consumers\/odr/.test(read(file)) || green.test(read(file)),
  )
  expect(wrong).toEqual([])
})
