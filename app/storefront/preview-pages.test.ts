import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { asPageContext } from '#app/app-context.ts'
import { wholeBlocks } from '#app/blocks/whole-blocks.ts'
import { publish, saveDraft } from '#app/content-service/publishing.ts'
import { selectStories } from '#app/content-service/story-row.ts'
import { demoContent } from '#tests/demo-content.ts'
import { contextOf } from '#tests/requests.ts'
import * as article from './article/article-page.tsx'
import * as contentPage from './content-page.tsx'
import * as listing from './listing/listing-page.tsx'
import * as unmatched from './unmatched.tsx'

const demo = demoContent()
let aboutUs = 0
let hallmarks = { id: 0, path: '' }

beforeAll(async () => {
  const { db } = demo.app
  aboutUs = await writeDraft('about-us', 'Entwurf: über uns')
  const [row] = await selectStories(db, { version: 'draft', where: [sql`full_slug like 'knowledge/%'`] })
  hallmarks = {
    id: await writeDraft(row?.full_slug ?? '', 'Entwurf: Artikel'),
    path: row?.full_slug.replace('knowledge/', '/de/wissensdatenbank/') ?? '',
  }
})

async function writeDraft(slug: string, title: string): Promise<number> {
  const { db } = demo.app
  const [row] = await selectStories(db, { version: 'draft', where: [sql`full_slug = ${slug}`] })
  if (!row) throw new Error(`no story ${slug}`)
  const draft = { uuid: row.uuid, fullSlug: slug, name: row.name, slugs: row.slugs }
  await saveDraft(
    db,
    { ...draft, content: { ...row.content, title } },
    { now: new Date(), from: row.draft_version },
  )
  return row.id
}

type Args = Parameters<typeof contentPage.loader>[0]

async function args(path: string, preview?: { story: number; at?: Date; body?: unknown }): Promise<Args> {
  const url = new URL(path, 'http://shop.test')
  const { previews } = demo.app.stories
  if (preview) {
    const language = path.startsWith('/en') ? 'en' : 'de'
    const query = await previews.write({ storyId: preview.story, language }, preview.at ?? new Date())
    url.search = String(query)
  }
  const context = contextOf(demo.app)
  const init = preview?.body
    ? {
        method: 'POST',
        body: JSON.stringify(preview.body),
        headers: { 'content-type': 'application/json' },
      }
    : {}
  const params = { '*': path.split('/').slice(3).join('/') }
  return { request: new Request(url, init), url, params, context, pattern: '' } as unknown as Args
}

const titleOf = async (given: Promise<Args>) => {
  const { meta, preview } = await contentPage.loader(await given)
  return { title: meta.title, index: meta.index, story: preview?.storyId }
}

test('a page sent as HTML leaves its blocks to the server alone; asked for as data, it is whole', async () => {
  const given = await args('/de/ueber-uns')
  const asData = await contentPage.loader(given)
  expect(given.context.get(wholeBlocks)).toBeNull()
  given.context.set(asPageContext, true)
  const asPage = await contentPage.loader(given)
  expect(asPage.blocks.filter((block) => 'outlined' in block).length).toBeGreaterThan(3)
  expect(given.context.get(wholeBlocks)).toEqual({ blocks: asData.blocks, data: asData.data })
  expect(JSON.stringify(asPage.blocks).length).toBeLessThan(JSON.stringify(asData.blocks).length / 4)
})

describe('a page in preview', () => {
  test('shows the draft, and is not for search engines', async () => {
    const shown = await titleOf(args('/de/ueber-uns', { story: aboutUs }))
    expect(shown).toEqual({ title: 'Entwurf: über uns', index: false, story: aboutUs })
    const page = await article.loader((await args(hallmarks.path, { story: hallmarks.id })) as never)
    expect(page.meta.title).toBe('Entwurf: Artikel')
  })

  test('is not followed live when the editor edits another story', async () => {
    const shown = await titleOf(args('/de/ueber-uns', { story: hallmarks.id }))
    expect(shown).toMatchObject({ title: 'Entwurf: über uns', story: null })
  })

  test('has a title, also while the story has none', async () => {
    const untitled = await writeDraft('imprint', '')
    expect((await titleOf(args('/de/impressum', { story: untitled }))).title).toBe('Impressum')
    const home = await writeDraft('index', '')
    expect((await titleOf(args('/de', { story: home }))).title).toBe('Rheingold')
    const [row] = await selectStories(demo.app.db, {
      version: 'draft',
      where: [sql`full_slug = 'knowledge/punzen-lesen'`],
    })
    const path = '/de/wissensdatenbank/punzen-lesen'
    const page = await article.loader(
      (await args(path, { story: await writeDraft(row?.full_slug ?? '', '') })) as never,
    )
    expect(page.meta.title).toBe('Punzen Lesen')
  })

  test('shows what is published without a valid signature', async () => {
    const published = { title: 'Über uns', index: true, story: undefined }
    const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
    expect(await titleOf(args('/de/ueber-uns'))).toEqual(published)
    expect(await titleOf(args('/de/ueber-uns', { story: aboutUs, at: hoursAgo }))).toEqual(published)
  })

  test('is found by an editor who knows the slug, and in the language that is edited', async () => {
    const given = await args(`/about-us`, { story: aboutUs })
    given.url.searchParams.set('_storyblok_lang', 'en')
    const sent = await unmatched.loader(given as never).catch((response: Response) => response)
    expect((sent as Response).headers.get('location')).toMatch(/^\/en\/about-us\?_storyblok=/)
    const german = await args('/de/ueber-uns', { story: aboutUs })
    german.url.searchParams.set('_storyblok_lang', 'en')
    const other = await contentPage.loader(german).catch((response: Response) => response)
    expect((other as Response).headers.get('location')).toMatch(/^\/en\/about-us\?/)
  })
})

test('visitors see a page that has too much of everything', async () => {
  const { db } = demo.app
  const [row] = await selectStories(db, { version: 'draft', where: [sql`full_slug = 'imprint'`] })
  if (!row) throw new Error('no story')
  const body = Array.from({ length: 90 }, (_, index) => ({ component: 'divider', _uid: `d${index}` }))
  const content = { ...row.content, title: 'x'.repeat(161), body }
  const draft = { uuid: row.uuid, fullSlug: row.full_slug, name: row.name, slugs: row.slugs, content }
  await saveDraft(db, draft, { now: new Date(), from: row.draft_version })
  await publish(db, [row.uuid], { now: new Date() })
  await expect
    .poll(async () => {
      const { meta, blocks } = await contentPage.loader(await args('/de/impressum'))
      return [meta.title?.length, blocks.length]
    })
    .toEqual([160, 80])
})

describe('what an editor writes', () => {
  const edit = async (path: string, story: number, content: object, at?: Date) => {
    const body = { id: story, uuid: 'x', content }
    return contentPage.action((await args(path, { story, body, ...(at && { at }) })) as never) as unknown as {
      meta?: { title: string }
      blocks?: { component: string; edit?: object; reference?: { blocks: unknown[] } }[]
      unshowable?: string
    }
  }
  const page = (title: string, ...body: object[]) => ({ component: 'page', _uid: 'p', title, body })

  test('goes the way of a saved story: shared content in place, blocks to click on, broken ones named', async () => {
    const { db } = demo.app
    const [shared] = await selectStories(db, { version: 'draft', where: [sql`full_slug like 'global/%'`] })
    const shown = await edit(
      '/en/about-us',
      aboutUs,
      page(
        'Being written',
        { component: 'global-reference', _uid: 'g', reference: shared?.uuid },
        { component: 'no-such-block', _uid: 'n' },
      ),
    )
    expect(shown.meta?.title).toBe('Being written')
    expect(shown.blocks?.map(({ component }) => component)).toEqual(['global-reference', 'broken-block'])
    expect(shown.blocks?.[0]?.reference?.blocks.length).toBeGreaterThan(0)
    expect(shown.blocks?.[0]?.edit).toMatchObject({ uid: `${aboutUs}-g` })
  })

  test('is refused with a reason when it makes no page, and after the preview has expired', async () => {
    expect(await edit('/de/ueber-uns', aboutUs, page('x'.repeat(161)))).toEqual({
      unshowable: 'title: may have 160 characters at most',
    })
    const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
    expect(await edit('/de/ueber-uns', aboutUs, page('Später'), hoursAgo)).toEqual({ unshowable: 'expired' })
  })

  test('is shown as far as a page goes, with a notice of what is too much', async () => {
    const blocks = Array.from({ length: 81 }, (_, index) => ({ component: 'divider', _uid: `d${index}` }))
    const shown = await edit('/de/ueber-uns', aboutUs, page('Viel', ...blocks))
    expect(shown.blocks).toHaveLength(81)
    expect(shown.blocks?.at(-1)).toMatchObject({
      component: 'broken-block',
      ofPage: true,
      reason: 'body: may hold 80 entries at most',
    })
  })

  test('of a listing is its introduction, live and with a block to click on', async () => {
    const watches = await writeDraft('watches', 'Uhren')
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Just being written' }] }
    const text = { component: 'rich-text', _uid: 't', text: { type: 'doc', content: [paragraph] } }
    const body = { id: watches, content: page('W', text) }
    const shown = await listing.action((await args('/en/watches', { story: watches, body })) as never)
    expect(shown).toMatchObject({
      meta: { index: false },
      listing: { intro: [['Just being written']], introEdit: { uid: `${watches}-t` } },
      preview: { storyId: watches },
    })
    const saved = await listing.loader((await args('/en/watches', { story: watches })) as never)
    expect(saved).toMatchObject({ meta: { index: false }, preview: { storyId: watches } })
    expect(saved.listing.intro[0]?.[0]).toContain('Pre-owned, examined')
    const visited = await listing.loader((await args('/en/watches')) as never)
    expect(visited).not.toHaveProperty('preview')
    expect(visited.listing).not.toHaveProperty('introEdit')
  })
})
