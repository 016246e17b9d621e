import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clientContext } from '#app/app-context.ts'
import { selectStories } from '#app/content-service/story-row.ts'
import { demoContent } from '#tests/demo-content.ts'
import { contextOf, formOf } from '#tests/requests.ts'
import * as contentPage from './content-page.tsx'

const demo = demoContent()

type Args = Parameters<typeof contentPage.loader>[0]
const pages = [
  ['/de/kontakt/erfolg', '/de/kontakt'],
  ['/en/contact/success', '/en/contact'],
] as const

function args(path: string, init: RequestInit = {}): Args {
  const url = new URL(path, 'http://shop.test')
  const context = contextOf(demo.app)
  context.set(clientContext, null)
  const params = { '*': url.pathname.split('/').slice(2).join('/') }
  return { request: new Request(url, init), url, params, context, pattern: '' } as unknown as Args
}

/** The page's title, or where it leads. */
async function visit(path: string, cookie?: string): Promise<{ status: number; at: string | null }> {
  try {
    const page = await contentPage.loader(args(path, cookie === undefined ? {} : { headers: { cookie } }))
    return { status: 200, at: page.meta.title }
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    return { status: thrown.status, at: thrown.headers.get('location') }
  }
}

const send = async (path: string, fields: Record<string, string>) => {
  const answer = await contentPage.action(args(path, { method: 'POST', body: formOf(fields) }) as never)
  if (!(answer instanceof Response)) throw new Error('the message was not taken')
  return answer
}

describe('the page that says that a message has arrived', () => {
  test.each(pages)('%s leads to the form whoever has sent none', async (page, form) => {
    expect(await visit(page)).toEqual({ status: 302, at: form })
    expect(await visit(`${page}?utm_source=x`, 'cart=10482; message_sent=')).toEqual({
      status: 302,
      at: form,
    })
  })

  test.each(pages)(
    '%s shows after a message, again when loaded anew, and in both languages',
    async (page, form) => {
      const message = {
        name: 'Ute',
        email: `ute${form.length}@beispiel.example`,
        subject: 'order',
        message: 'Wann?',
      }
      const answer = await send(form, message)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, page])
      const given = answer.headers.get('set-cookie') ?? ''
      expect(given).toMatch(/; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax/)
      const [cookie = ''] = given.split(';')
      for (const [each] of pages) expect(await visit(each, cookie)).toMatchObject({ status: 200 })
    },
  )

  test('a form that is sent to be shown in the other language is no message', async () => {
    const typed = { name: 'Ute', email: 'ute@', message: 'Wann?', language: 'en' }
    const show = async (fields: Record<string, string>) => {
      const answer = await contentPage.action(
        args('/en/contact', { method: 'POST', body: formOf(fields) }) as never,
      )
      if (answer instanceof Response) throw new Error(`it led to ${answer.headers.get('location')}`)
      const { data, init } = answer as unknown as {
        data: { contact: { faults: object; given: object } }
        init: { status: number }
      }
      return { status: init.status, faults: data.contact.faults, given: data.contact.given }
    }
    expect(await show(typed)).toMatchObject({
      status: 200,
      faults: {},
      given: { name: 'Ute', email: 'ute@' },
    })
    const again = { ...typed, refused: '1' }
    expect(await show(again)).toMatchObject({ status: 422, faults: { email: 'no-email' } })
    const mended = { ...again, email: 'ute@beispiel.example' }
    expect(await show(mended)).toMatchObject({ status: 200, faults: {}, given: { message: 'Wann?' } })
  })

  test('answers programs as if their message had arrived', async () => {
    const answer = await send('/de/kontakt', { website: 'https://spam.example' })
    expect(answer.headers.get('set-cookie')).toMatch(/^message_sent=1;/)
  })

  test('shows to an editor who previews it', async () => {
    const { previews } = demo.app.stories
    const [story] = await selectStories(demo.app.db, {
      version: 'draft',
      where: [sql`full_slug = 'contact-success'`],
    })
    const query = await previews.write({ storyId: story?.id ?? 0, language: 'de' }, new Date())
    expect(await visit(`/de/kontakt/erfolg?${query}`)).toMatchObject({ status: 200 })
  })
})
