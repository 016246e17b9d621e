import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './shop.ts'

// A refused draft, a story that is not there and a question that nobody understands are asked for on purpose.
test.use({ allowedConsole: /status of (401|404 .*\/stories\/nowhere|422 .*\/stories)\b/ })

/** An empty page of another origin: what lies there is no business of the shop. */
const elsewhere = createServer((_, answer) => {
  answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html><title>x</title>')
})
test.beforeAll(() => once(elsewhere.listen(0, '127.0.0.1'), 'listening'))
test.afterAll(() => elsewhere.close())

for (const [version, name] of [
  ['6.11', 'storyblok-js-client-6'],
  ['7', 'storyblok-js-client'],
] as const) {
  test(`a page of another site reads the content service with client ${version}`, async ({
    page,
    baseURL,
  }) => {
    const { port } = elsewhere.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.addScriptTag({ path: `node_modules/${name}/dist/index.umd.js` })
    const read = await page.evaluate(async (endpoint) => {
      type Answer = { data: Record<string, unknown>; perPage?: number; total?: number }
      type Client = {
        get(path: string, parameters?: object): Promise<Answer>
        getStories(parameters: object): Promise<Answer>
        getStory(path: string, parameters: object): Promise<Answer>
      }
      type Constructor = new (options: object) => Client
      const { StoryblokJSClient: given } = globalThis as unknown as {
        StoryblokJSClient: Constructor & { default?: Constructor }
      }
      const connect = (accessToken: string) =>
        new (given.default ?? given)({ endpoint, accessToken, cache: { clear: 'auto', type: 'memory' } })
      const client = connect('rheingold-public')
      const statusOf = (asked: Promise<unknown>) =>
        asked.then(
          () => 200,
          ({ status }) => status as number,
        )
      const slugs = async (parameters: object) =>
        ((await client.getStories(parameters)).data.stories as { full_slug: string }[]).map(
          ({ full_slug }) => full_slug,
        )
      const { story } = (await client.getStory('contact', { resolve_links: 'url' })).data as {
        story: { full_slug: string }
      }
      const page = await client.getStories({ starts_with: 'knowledge/', per_page: 2 })
      return {
        slug: story.full_slug,
        page: [page.perPage, (page.data.stories as unknown[]).length, (page.total ?? 0) > 2],
        either: await slugs({
          filter_query: {
            __or: [
              { component: { in: 'global' }, nothing: { is: 'not_empty' } },
              { component: { in: 'page' }, title: { like: 'Kontakt*' } },
            ],
          },
        }),
        links: Object.keys((await client.get('cdn/links')).data.links as object).length > 10,
        space: Object.keys((await client.get('cdn/spaces/me')).data),
        draft: await statusOf(
          connect('the-preview-token-of-the-journeys').getStory('contact', { version: 'draft' }),
        ),
        refused: await statusOf(client.getStory('contact', { version: 'draft' })),
        absent: await statusOf(client.getStory('nowhere', {})),
        unknown: await statusOf(client.getStories({ fool: 1 })),
      }
    }, `${baseURL}/content/v2`)
    expect(read).toEqual({
      slug: 'contact',
      page: [2, 2, true],
      either: ['contact'],
      links: true,
      space: ['space'],
      draft: 200,
      refused: 401,
      absent: 404,
      unknown: 422,
    })
  })
}
