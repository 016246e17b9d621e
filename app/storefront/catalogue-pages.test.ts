import { describe, expect, test } from 'vitest'
import { cataloguePages, thrown } from '#tests/catalogue-pages.ts'
import * as listing from './listing/listing-page.tsx'
import { type ListingView, unpackValues } from './listing/listing-view.ts'
import * as makers from './makers/makers-page.tsx'
import * as search from './search/search-page.tsx'

const { database, args } = cataloguePages()

const list = async (address: string) => (await listing.loader(args(address))).listing
/** The values that a facet shows, unpacked. */
const valuesIn = ({ facets }: Pick<ListingView, 'facets'>, id: string) =>
  facets.flatMap((facet) => (!Array.isArray(facet) && facet.id === id ? unpackValues(facet) : []))
const meta = async (address: string) => (await listing.loader(args(address))).meta

describe('a listing', () => {
  test('shows what can be had, and what was sold apart', async () => {
    const page = await list('/de/uhren')
    expect(page).toMatchObject({
      heading: 'Uhren',
      total: 2,
      reserved: 1,
      chips: [],
      crumbs: [],
      empty: null,
    })
    expect(page.pieces.map((piece) => piece.status)).toEqual(['reserved', undefined])
    expect(page.sold.map((piece) => piece.status)).toEqual(['sold'])
  })

  test('goes without its introduction when the content service is away', async () => {
    expect((await list('/de/uhren')).intro).toEqual([])
  })

  test('speaks one language and brings no vocabulary', async () => {
    const page = await list('/en/watches/rolex')
    expect(page.heading).toBe('Watches by Rolex')
    expect(JSON.stringify(page)).not.toMatch(/gehaeuse|zustand|Stahl|placeholder/)
  })

  test('keeps its filters in the other language', async () => {
    expect((await meta('/de/uhren/rolex/gehaeuse-stahl')).addresses).toEqual({
      de: '/de/uhren/rolex/gehaeuse-stahl',
      en: '/en/watches/rolex/case-steel',
    })
  })

  test.each([
    ['/de/uhren', true],
    ['/de/schmuck/ringe', true],
    ['/de/schmuck/ringe/material-gelbgold', true],
    ['/de/schmuck/ringe/material-weissgold', false],
    ['/de/uhren/rolex', false],
    ['/de/uhren/rolex/submariner', false],
    ['/de/uhren/gehaeuse-stahl', false],
    ['/de/uhren/rolex/gehaeuse-stahl', false],
    ['/de/uhren/preis-bis-1000', false],
    ['/de/uhren?alert=abc', false],
  ])('%s may be indexed: %s', async (address, index) => {
    expect((await meta(address)).index).toBe(index)
  })

  test('links to pages that may not be indexed are not followed', async () => {
    const nofollow = async (address: string, id: string) => {
      const values = valuesIn(await list(address), id)
      return Object.fromEntries(values.map(([label, , , flags]) => [label, (flags & 2) !== 0]))
    }
    expect(await nofollow('/de/schmuck', 'type')).toEqual({
      Ringe: false,
      // One piece each.
      Broschen: true,
      'Münzen und Barren': true,
    })
    expect(await nofollow('/de/schmuck?sort=price-asc', 'type')).toMatchObject({ Ringe: true })
    expect(await nofollow('/de/uhren?open=movement', 'movement')).toEqual({
      Automatik: true,
      Handaufzug: true,
    })
  })

  test.each([
    ['/de/uhren/gehaeuse-stahl/rolex', '/de/uhren/rolex/gehaeuse-stahl'],
    ['/de/watches/rolex', null],
    ['/de/uhren/rolex/case-steel?sort=price-asc', '/de/uhren/rolex/gehaeuse-stahl?sort=price-asc'],
    ['/en/watches/Rolex', '/en/watches/rolex'],
  ])('%s moves to %s', async (address, wanted) => {
    const answer = await thrown(listing.loader(args(address)))
    expect(answer).toMatchObject(wanted === null ? { status: 404 } : { status: 301, location: wanted })
  })

  test.each([
    ['/de/uhren?price-from=500&price-to=2000', '/de/uhren/preis-500-2000'],
    ['/de/uhren/rolex/preis-500-2000?price-from=&price-to=', '/de/uhren/rolex'],
    ['/en/watches?price-from=&price-to=5000&sort=price-asc', '/en/watches/price-up-to-5000?sort=price-asc'],
    ['/de/uhren?page=99', '/de/uhren'],
  ])('the form %s leads to %s', async (address, wanted) => {
    expect(await thrown(listing.loader(args(address)))).toMatchObject({ status: 302, location: wanted })
  })

  test('a word nobody knows is the fatal 404', async () => {
    expect(await thrown(listing.loader(args('/de/uhren/kuckuck')))).toEqual({
      status: 404,
      location: null,
      message: 'Page Not Found: /de/uhren/kuckuck',
    })
  })

  test('nothing in stock: near matches, ways out, and not for search engines', async () => {
    const page = await list('/de/uhren/rolex/gehaeuse-platin')
    expect(page).toMatchObject({ heading: 'Rolex aus Platin', total: 0, pieces: [] })
    expect(page.empty?.alternatives).toEqual([{ label: 'Platin', href: '/de/uhren/rolex', count: 1 }])
    expect(page.empty?.near).toHaveLength(1)
    const { index, description } = await meta('/de/uhren/rolex/gehaeuse-platin')
    expect(index).toBe(false)
    expect(description).toMatch(/^Rolex aus Platin: zurzeit ausverkauft\. /)
    expect(description).not.toContain('einzeln beschrieben')
  })

  test('chips take one value away each', async () => {
    const { chips } = await list('/en/watches/rolex/case-steel/price-up-to-20000?sort=price-asc')
    expect(chips).toEqual([
      { label: 'Rolex', href: '/en/watches/case-steel/price-up-to-20000?sort=price-asc' },
      { label: 'Steel', href: '/en/watches/rolex/price-up-to-20000?sort=price-asc' },
      { label: 'Price: up to €20,000', href: '/en/watches/rolex/case-steel?sort=price-asc' },
    ])
  })

  test('a scale is shown whole and in order, and a step without a piece cannot be chosen', async () => {
    const watches = await list('/de/uhren')
    expect(valuesIn(watches, 'condition').map(([label, count, href]) => [label, count, href])).toEqual([
      ['Neu & ungetragen', 0, ''],
      ['Sehr gut', 1, '/de/uhren/zustand-sehr-gut'],
      ['Gut', 1, '/de/uhren/zustand-gut'],
      ['Befriedigend', 0, ''],
      ['Unvollständig', 0, ''],
    ])
    const diameters = valuesIn(await list('/en/watches?open=diameter'), 'diameter')
    expect(diameters.map(([label]) => label.replace('\u00a0', ' '))).toEqual([
      'up to 34 mm',
      '35–37 mm',
      '38–40 mm',
      '41–43 mm',
      'from 44 mm',
    ])
  })

  test('bands of prices at one press, which take themselves away again', async () => {
    const bands = valuesIn(await list('/de/uhren'), 'price')
    expect(bands.map(([label, count, href]) => [label.replaceAll('\u00a0', ' '), count, href])).toEqual([
      ['bis 1.000 €', 0, ''],
      ['1.000 € bis 2.500 €', 0, ''],
      ['2.500 € bis 5.000 €', 0, ''],
      ['5.000 € bis 10.000 €', 2, '/de/uhren/preis-5000-10000'],
      ['ab 10.000 €', 0, ''],
    ])
    const chosen = await list('/de/uhren/preis-5000-10000')
    expect(valuesIn(chosen, 'price')[3]).toEqual([expect.any(String), 2, '/de/uhren', 3, undefined])
    expect(chosen.facets).toContainEqual(
      expect.objectContaining({ range: expect.objectContaining({ from: '5.000', to: '10.000' }) }),
    )
  })

  test('a closed facet sends its values when it is opened', async () => {
    const closed = await list('/de/uhren')
    expect(closed.facets).toContainEqual(['movement', 'Aufzug'])
    expect(closed.openHref).toBe('?open=')
    const open = await list('/de/uhren?open=movement_nonsense')
    expect(valuesIn(open, 'movement').map(([label]) => label)).toEqual(['Automatik', 'Handaufzug'])
    expect(open.openHref).toBe('?open=movement_')
  })
})

describe('a maker', () => {
  const paths = (address: string) => list(address).then(({ maker }) => maker)

  test('says how many pieces there are at what prices, and leads to its models', async () => {
    const maker = await paths('/de/uhren/rolex')
    expect(maker?.stock.replaceAll('\u00a0', ' ')).toBe('Zurzeit für 9.850 €.')
    expect(maker?.links).toEqual([['Submariner', 1, '/de/uhren/rolex/submariner', 1]])
    expect(maker?.all).toEqual(['Alle Marken', '/de/marken'])
    const model = await paths('/en/watches/rolex/submariner')
    expect(model).toMatchObject({ linksTitle: 'References', links: [['116610LN', 1, expect.any(String), 1]] })
  })

  test('says what was sold, and is there without a piece on sale', async () => {
    const page = await list('/en/watches/cartier')
    expect(page).toMatchObject({ total: 0, pieces: [] })
    expect(page.maker?.stock).toMatch(/^We have none at the moment\./)
    expect(page.maker?.sold?.pieces).toEqual([
      [expect.stringMatching(/^Tank Louis Cartier.*: €[\d,]+, \w+ 20\d\d$/), expect.stringMatching(/10484$/)],
    ])
    expect((await meta('/en/watches/cartier')).index).toBe(false)
  })

  test('is itself only while nothing else is chosen', async () => {
    for (const address of ['/de/uhren', '/de/uhren/rolex/gehaeuse-stahl', '/de/uhren/rolex/116610ln'])
      expect(await paths(address), address).toBeUndefined()
    const unknown = await thrown(listing.loader(args('/de/uhren/nobody')))
    expect(unknown.status).toBe(404)
  })

  test('and all of them stand in one list', async () => {
    const page = await makers.loader(args('/en/makers') as never)
    expect(page.meta).toMatchObject({ index: true, addresses: { de: '/de/marken', en: '/en/makers' } })
    expect(
      page.groups.map(({ title, makers: all }) => [title, all.map(({ name, count }) => [name, count])]),
    ).toEqual([
      [
        'Watches',
        [
          ['Omega', 1],
          ['Rolex', 1],
        ],
      ],
    ])
  })
})

describe('an alert', () => {
  const post = (address: string, fields: Record<string, string>) =>
    listing.action(args(address, {}, { method: 'POST', body: new URLSearchParams(fields) }) as never)
  const waiting = () =>
    database.db
      .selectFrom('stock_alert')
      .select(['email', 'path', 'token', 'confirmed_at', 'left_at'])
      .execute()

  test('is stored, confirmed by a press and ended by another', async () => {
    const stored = await post('/de/uhren/rolex/gehaeuse-platin', { email: 'erika@example.test' })
    expect(stored.data).toEqual({ alert: 'stored' })
    const [alert] = await waiting()
    expect(alert).toMatchObject({ path: '/en/watches/rolex/case-platinum', confirmed_at: null })
    const token = alert?.token ?? ''

    const shown = await list(`/de/uhren/rolex/gehaeuse-platin?alert=${token}`)
    expect(shown).toMatchObject({ alertToken: token, alertState: 'pending' })
    expect((await waiting())[0]?.confirmed_at, 'looking at the link does nothing').toBeNull()

    expect((await post('/de/uhren/rolex', { token, confirm: '1' })).data).toEqual({ alert: 'confirmed' })
    expect((await waiting())[0]?.confirmed_at).not.toBeNull()
    // Pressed again, or the mail's link opened once more: it says that this was done already.
    expect((await post('/de/uhren/rolex', { token, confirm: '1' })).data).toEqual({ alert: 'already' })
    expect((await list(`/de/uhren/rolex/gehaeuse-platin?alert=${token}`)).alertState).toBe('confirmed')
    const oneClick = await post(`/de/uhren/rolex?alert=${token}`, { 'List-Unsubscribe': 'One-Click' })
    expect(oneClick.data).toEqual({ alert: 'left' })
    expect((await waiting())[0]).toMatchObject({ email: null })
    expect((await list(`/de/uhren/rolex?alert=${token}`)).alertState).toBe('unknown')
  })

  test('whose form is sent to be shown in the other language is not set up', async () => {
    const before = (await waiting()).length
    const show = (fields: Record<string, string>) =>
      post('/en/watches/rolex/case-platinum', { language: 'en', ...fields })
    expect((await show({ email: 'erika@' })).data).toMatchObject({ alert: 'typed', email: 'erika@' })
    expect((await show({ email: 'erika@', refused: '1' })).data).toMatchObject({ alert: 'invalid-email' })
    expect((await show({ email: 'erika@example.test', refused: '1' })).data).toMatchObject({ alert: 'typed' })
    expect(await waiting()).toHaveLength(before)
  })

  test('says that its link has expired, and confirms nothing then', async () => {
    await post('/en/watches/rolex/case-platinum', { email: 'late@example.test' })
    const alert = (await waiting()).find(({ email }) => email === 'late@example.test')
    const token = alert?.token ?? ''
    const created_at = new Date(Date.now() - 8 * 86_400_000)
    await database.db.updateTable('stock_alert').set({ created_at }).where('token', '=', token).execute()
    expect((await list(`/en/watches/rolex/case-platinum?alert=${token}`)).alertState).toBe('expired')
    const pressed = await post('/en/watches/rolex/case-platinum', { token, confirm: '1' })
    expect(pressed.data).toEqual({ alert: 'expired' })
  })

  test.each([
    [
      '/de/uhren/rolex',
      { email: 'no address' },
      { alert: 'invalid-email', email: 'no address', atFault: true },
      422,
    ],
    [
      '/de/uhren',
      { email: 'erika@example.test' },
      { alert: 'nothing-chosen', email: 'erika@example.test', atFault: true },
      422,
    ],
    ['/de/uhren/rolex', { token: 'nonsense', confirm: '1' }, { alert: 'unknown' }, 404],
    ['/de/uhren/rolex', {}, { alert: 'invalid-email', email: '', atFault: true }, 422],
  ])('%s %j is answered %j', async (address, fields, answer, status) => {
    const given = await post(address, fields as Record<string, string>)
    expect(given.data).toEqual(answer)
    expect(given.init?.status).toBe(status)
  })
})

describe('the search page', () => {
  const find = (query: string) => search.loader(args(`/de/suche?query=${encodeURIComponent(query)}`) as never)

  test('finds by reference and is never indexed', async () => {
    const page = await find('116610 ln')
    expect(page.pieces[0]?.href).toBe('/de/produkte/rolex-submariner-date-116610ln/10482')
    expect(page.meta.index).toBe(false)
    expect(page.newest).toEqual([])
  })

  test('shows a price that was understood, with the way back from it', async () => {
    expect((await find('Uhr bis 9.850 Euro')).price).toEqual({
      from: null,
      to: 9850,
      strictly: false,
      rest: 'Uhr',
      removeHref: '/de/suche?query=Uhr',
    })
    expect((await find('unter 1000 €')).price?.removeHref).toBe('/de/suche')
    expect((await find('Uhr')).price).toBeNull()
  })

  test.each(['', '   ', 'xyzzyxyzzy', '%', "' or 1=1 --", '\u0000\u0007', 'a'.repeat(5_000)])(
    'for %j it offers what is new',
    async (query) => {
      const page = await find(query)
      expect(page.query.length).toBeLessThanOrEqual(200)
      if (page.pieces.length === 0) expect(page.newest.length).toBeGreaterThan(0)
    },
  )
})
