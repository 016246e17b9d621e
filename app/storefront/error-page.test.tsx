import { renderToString } from 'react-dom/server'
import { data } from 'react-router'
import { IntlProvider } from 'use-intl'
import { beforeAll, describe, expect, test } from 'vitest'
import { timeZone } from '#app/language/formats.ts'
import { loadAllMessages, messagesOf } from '#app/language/messages/load.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { notFound, unavailable, validationFailed } from './not-found.ts'
import { type ShellData, ShellProvider } from './shell-data.ts'

beforeAll(loadAllMessages)

/** What the error page says for something a loader threw. */
function pageFor(error: unknown): { title: string; heading: string } {
  const site = { name: 'Rheingold', currentLocale: 'de', defaultLocale: 'en' } as ShellData['site']
  const page = (
    <IntlProvider locale="de" messages={messagesOf('de')} timeZone={timeZone}>
      <ShellProvider value={{ site } as ShellData}>
        <ErrorPage error={error} />
      </ShellProvider>
    </IntlProvider>
  )
  const html = renderToString(page)
  return {
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
    expect(pageFor(thrown(notFound(request)))).toEqual({
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

  test('a part that does not answer says so', () => {
    expect(pageFor(thrown(unavailable()))).toEqual({
      title: '503 - Service Unavailable',
      heading: 'Gerade nicht erreichbar',
    })
  })
})
