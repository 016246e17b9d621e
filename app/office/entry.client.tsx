import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { IntlProvider } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import { isLocale, locales } from '#app/language/locales.ts'
import { loadMessages } from '#app/language/messages/load.ts'
import { officeMessages } from '#app/language/messages/office.ts'
import { SignInPage } from './accounts/SignInPage.tsx'
import { callsAreOf } from './frame/calls.ts'
import { Fault } from './frame/Fault.tsx'
import { Frame } from './frame/Frame.tsx'
import { keepFocus } from './frame/keep-focus.ts'
import { loadScreen } from './frame/load-screen.ts'
import { type Member, MemberContext } from './frame/member.ts'
import { ringFrames } from './frame/ring-frames.ts'
import { followUse } from './frame/use-of-page.ts'
import { officePaths, openPaths } from './paths.ts'
import { openModules, screenModules } from './screens.ts'
import './office.css'

/** The office is drawn in the browser: the page brings who is signed in, each screen its own code and data. */
const member = JSON.parse(document.getElementById('member')?.textContent ?? 'null') as Member | null
const { lang } = document.documentElement
const locale = isLocale(lang) ? lang : locales[0]

followUse(window)
keepFocus(document)
ringFrames(document)
callsAreOf(member?.id ?? null)

/** While the first screen is on its way. */
const Nothing = () => null

/** The code of a screen, fetched when it is opened. */
function codeOf(modules: typeof screenModules | typeof openModules, name: string) {
  return async () => {
    const fetched = await modules[name]?.()
    if (!fetched) throw new Error(`the screen ${name} has no code`)
    return fetched.default
  }
}

const screens: RouteObject[] = Object.entries(officePaths).map(([name, path]) => ({
  id: name,
  ...(path === '' ? { index: true } : { path }),
  loader: loadScreen,
  lazy: { Component: codeOf(screenModules, name) },
  errorElement: <Fault />,
}))

const openScreens: RouteObject[] = Object.entries(openPaths).map(([name, path]) => ({
  path: path as string,
  lazy: { Component: codeOf(openModules, name) },
  HydrateFallback: Nothing,
}))

const notFound: RouteObject = {
  path: '*',
  loader: () => {
    throw new Response(null, { status: 404 })
  },
  errorElement: <Fault />,
}

const [common, office] = await Promise.all([
  loadMessages(locale, ['listing', 'product']),
  officeMessages(locale),
])

const router = createBrowserRouter(
  [
    ...openScreens,
    member
      ? {
          element: <Frame />,
          errorElement: <Fault />,
          children: [...screens, notFound],
          HydrateFallback: Nothing,
        }
      : { path: '*', element: <SignInPage /> },
  ],
  { basename: '/office' },
)

const root = document.getElementById('office')
if (!root) throw new Error('the page of the office has no place for it')
createRoot(root).render(
  <IntlProvider locale={locale} messages={{ ...common, ...office }} timeZone={timeZone}>
    <MemberContext value={member}>
      <RouterProvider router={router} />
    </MemberContext>
  </IntlProvider>,
)
