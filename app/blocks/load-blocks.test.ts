import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recorded } from '#app/platform/answer-record.ts'
import { createLog } from '#app/platform/log.ts'
import { saveBranch, saveSetting } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { type LoadContext, loadBlocks } from './load-blocks.ts'
import { parseBlocks } from './parse-blocks.ts'

const database = testDatabase()
const now = new Date('2026-11-20T12:00:00Z')

beforeAll(async () => {
  await saveSetting(database.db, 'contact', { phone: '0221 1', hoursText: { de: 'täglich', en: 'daily' } })
  const place = { postalCode: '50667', phone: '0221 2', email: 'k@rheingold.example' }
  await saveBranch(database.db, 0, {
    ...place,
    id: 'koeln',
    name: 'Köln',
    street: 'Breite Straße 12',
    city: 'Köln',
    hours: [
      { days: ['mo', 'tu', 'we'], opens: '10:00', closes: '18:30' },
      { days: ['th'], opens: '10:00', closes: '13:00' },
      { days: ['th'], opens: '14:00', closes: '20:00' },
      { days: ['fr'], opens: '10:00', closes: '18:30' },
    ],
    holidays: [
      {
        date: '2026-12-24',
        closed: false,
        opens: '10:00',
        closes: '13:00',
        label: { de: 'Heiligabend', en: 'Christmas Eve' },
      },
      { date: '2026-11-01', closed: true, label: { de: 'Allerheiligen', en: 'All Saints' } },
    ],
    directions: { de: 'Vom Neumarkt.', en: 'From Neumarkt.' },
    latitude: 50.9,
    longitude: 6.9,
  })
})

let logged: object[]
let asked: string[]
let context: LoadContext
beforeEach(() => {
  logged = []
  asked = []
  const log = createLog('silent')
  log.error = ((given: object) => logged.push(given)) as typeof log.error
  context = {
    db: database.db,
    locale: 'en',
    now,
    log,
    apiUrl: '/api',
    stories: {
      findStories: async (_, options) => {
        asked.push(JSON.stringify(options?.filter))
        return { stories: [], total: 0 }
      },
    },
    findRatings: async () => null,
    findArrivals: async ({ department, count }) => {
      asked.push(`${count} of ${department}`)
      return []
    },
    countPieces: async () => 64,
  }
})

const parse = (...delivered: object[]) => parseBlocks(delivered, { locale: 'en', apiUrl: '/api' }).blocks

test('every block with a loader gets what it asked for, also inside others', async () => {
  const blocks = parse(
    { component: 'arrivals', department: 'watches', count: 8 },
    {
      component: 'container',
      content: [
        { component: 'tiles', items: [{ component: 'contact-tile', title: 'Call' }] },
        { component: 'button', label: 'Watches', link: { url: '/en' }, variant: 'arrow', count: 'watches' },
        { component: 'button', label: 'About', link: { url: '/en' } },
        { component: 'article-list', topic: 'gold' },
        { component: 'divider' },
      ],
    },
  )
  const { values, failed } = await loadBlocks(blocks, context)
  expect(failed).toEqual({})
  // Side by side: whose code is read first asks first.
  expect(asked.toSorted()).toEqual(['8 of watches', '{"component":{"in":"article"},"topic":{"in":"gold"}}'])
  expect(Object.values(values)).toEqual([
    { pieces: [], apiUrl: '/api' },
    expect.objectContaining({ phone: '+49 221 1', hoursText: 'daily' }),
    { count: 64 },
    [],
  ])
})

test('a branch is told in the reader’s language, with days that share their hours and holidays to come', async () => {
  const [block] = parse({ component: 'location', branch: 'koeln' })
  const { values } = await loadBlocks(block ? [block] : [], context)
  expect(values[block?.key ?? '']).toMatchObject({
    name: 'Köln',
    directions: 'From Neumarkt.',
    hours: [
      { days: ['mo', 'tu', 'we'], times: [{ opens: '10:00', closes: '18:30' }] },
      { days: ['th'], times: [{ opens: '10:00' }, { opens: '14:00', closes: '20:00' }] },
      { days: ['fr'] },
      { days: ['sa', 'su'], times: [] },
    ],
    holidays: [{ date: '2026-12-24', label: 'Christmas Eve', opens: '10:00', closes: '13:00' }],
    place: { latitude: 50.9, longitude: 6.9 },
  })
})

describe('a loader that fails', () => {
  const delivered = [
    { component: 'location', _uid: 'lost', branch: 'atlantis' },
    { component: 'locations', _uid: 'there' },
  ]

  test('costs only its own block and is logged', async () => {
    const blocks = parse(...delivered)
    const { values, failed } = await loadBlocks(blocks, context)
    expect(failed).toEqual({ [blocks[0]?.key ?? '']: null })
    expect(values[blocks[1]?.key ?? '']).toHaveLength(1)
    expect(logged).toMatchObject([
      { block: 'location', uid: 'lost', err: { message: 'there is no branch “atlantis”' } },
    ])
  })

  test('keeps the page from being kept', async () => {
    const loading = (...given: Parameters<typeof parse>) =>
      recorded(() => loadBlocks(parse(...given), context))
    expect((await loading(...delivered)).record.refusal).toBe('a block could not be loaded: location')
    expect((await loading(...delivered.slice(1))).record.refusal).toBeNull()
  })

  test('tells the editor why in preview', async () => {
    const blocks = parse(...delivered)
    const { failed } = await loadBlocks(blocks, { ...context, preview: true })
    expect(Object.values(failed)).toEqual(['Error: there is no branch “atlantis”'])
  })

  test('does not hold the page when it never answers', async () => {
    const blocks = parse({ component: 'arrivals' }, { component: 'locations' })
    const started = performance.now()
    const { failed, values } = await loadBlocks(blocks, {
      ...context,
      findArrivals: () => new Promise(() => {}),
    })
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(Object.keys(failed)).toEqual([blocks[0]?.key])
    expect(Object.keys(values)).toEqual([blocks[1]?.key])
  })
})
