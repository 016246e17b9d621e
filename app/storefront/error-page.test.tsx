import { renderToString } from 'react-dom/server'
import { data, MemoryRouter } from 'react-router'
import { IntlProvider } from 'use-intl'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SentForm } from '#app/error-answer.ts'
import { timeZone } from '#app/language/formats.ts'
import { loadAllMessages, messagesOf } from '#app/language/messages/load.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { notFound, unavailable, validationFailed } from './error-answers.ts'
import { type ShellData, ShellProvider } from './shell-data.ts'

beforeAll(loadAllMessages)

/** What the error page says for something a loader threw; `bare` without the frame. */
function pageFor(
  error: unknown,
  { bare = false, address = '/de/uhren?page=2' } = {},
): { title: string; heading: string; html: string } {
  const site = { name: 'Rheingold', currentLocale: 'de', defaultLocale: 'en' } as ShellData['site']
  const page = bare ? (
    <ErrorPage error={error} bare />
  ) : (
    <IntlProvider locale="de" messages={messagesOf('de')} timeZone={timeZone}>
      <ShellProvider value={{ site } as ShellData}>
        <ErrorPage error={error} />
      </ShellProvider>
    </IntlProvider>
  )
  const html = renderToString(<MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>)
  return {
    html,
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '',
    heading: /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1] ?? '',
  }
}

/** A thrown `data()` reaches an error boundary as the router's error response. */
function thrown(answer: ReturnType<typeof data>) {
  const { status = 200, statusText = '' } = answer.init ?? {}
  return { status, statusText, internal: false, data: answer.data }
}

describe('the error catalogue', () => {
  const request = new Request('http://localhost/de/x')

  test('an unmatched address and a failed validation differ by one letter', () => {
    expect(pageFor(thrown(notFound(request)))).toMatchObject({
      title: '404 - Page not found: /de/x',
      heading: 'Diese Seite gibt es nicht',
    })
    expect(pageFor(thrown(validationFailed(request))).title).toBe('404 - Page Not Found: /de/x')
  })

  test('anything else is an internal server error, and no word of it is shown', () => {
    for (const error of [new Error('select secret'), 'text', null, thrown(data('secret', { status: 502 }))]) {
      const page = pageFor(error)
      expect(page.title).toMatch(/^50[02] - Internal Server Error$/)
      expect(page.heading).toBe('Da ist etwas schiefgegangen')
    }
    expect(pageFor(new Error('x')).title).toBe('500 - Internal Server Error')
  })

  test('a part that does not answer is one too, with its own status and another try', () => {
    const page = pageFor(thrown(unavailable({ retryAfter: 5 })))
    expect(page).toMatchObject({
      title: '503 - Internal Server Error',
      heading: 'Da ist etwas schiefgegangen',
    })
    expect(page.html).toContain('href="/de/uhren?page=2"')
  })

  test('every error has one heading, ways on and nothing for robots', () => {
    const request = new Request('http://localhost/de/x')
    for (const error of [thrown(notFound(request)), thrown(unavailable({ retryAfter: 5 })), new Error('x')]) {
      for (const bare of [false, true]) {
        const { html } = pageFor(error, { bare })
        expect(html.match(/<h1/g)).toHaveLength(1)
        expect(html).toContain('<meta name="robots" content="noindex"/>')
        expect(html).toContain('href="/de"')
        expect(html.includes('Noch einmal versuchen')).toBe(!html.includes('Fehler 404'))
        expect(html.includes('role="search"')).toBe(!bare)
      }
    }
  })

  test('a form that could not be dealt with is kept in the page, field by field, to be sent again', () => {
    const sent: SentForm = {
      action: '/de/kontakt?piece=7',
      fields: [
        ['name', 'A "B" <i>'],
        ['line', '1'],
        ['line', ''],
      ],
      withFiles: false,
    }
    for (const bare of [false, true]) {
      const { html } = pageFor(thrown(unavailable({ retryAfter: 5 }, sent)), { bare })
      expect(html).toMatch(/<form (?=[^>]*method="post")[^>]*action="\/de\/kontakt\?piece=7"/)
      expect(html).toContain(
        '<input type="hidden" name="name" value="A &quot;B&quot; &lt;i&gt;"/><input type="hidden" name="line" value="1"/><input type="hidden" name="line" value=""/>',
      )
      expect(html).toContain('Noch einmal senden')
      expect(html).not.toContain('Noch einmal versuchen')
      expect(html).not.toContain('Dateien')
    }
  })

  test('where not even the frame can be had it says the same, in the language of the address', () => {
    const german = pageFor(thrown(unavailable({ retryAfter: 5 })), { bare: true })
    expect(german).toMatchObject({
      title: '503 - Internal Server Error',
      heading: 'Da ist etwas schiefgegangen',
    })
    expect(german.html).toContain('href="/de/uhren?page=2"')
    const english = pageFor(thrown(unavailable({ retryAfter: 5 })), { bare: true, address: '/en' })
    expect(english.heading).toBe('Something went wrong')
    for (const { html } of [german, english]) expect(html).toContain('noindex')
  })
})
