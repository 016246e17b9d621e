import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Action, OpenAction, Screen } from '#app/office/answer.ts'
import { officePaths } from '#app/office/paths.ts'
import { officeActions, officeScreens } from '#app/office/registry.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { freshProofFor, may, type Permission, permissions, staffRoles } from '#app/shop/staff/permissions.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedShop } from '#tests/served-pages.ts'
import { staffCookie } from '#tests/staff-cookie.ts'

const content = demoContent()
const site = 'http://localhost:3000'
/** The shop as a browser on this machine reaches it. */
const fetched = (request: Request) =>
  servedShop({ ...content.app, secret: 'a secret of tests, which opens nothing at all' as Secret }).fetch(
    request,
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )

/** A new account of a role, signed in: the cookie of its browser. */
function cookieOf(role: (typeof staffRoles)[number]): Promise<string> {
  return staffCookie(content.app.db, role)
}

const who = [null, ...staffRoles] as const

async function headersOf(role: (typeof who)[number]): Promise<Record<string, string>> {
  return role === null ? {} : { cookie: await cookieOf(role) }
}

/** What an answer says of permission: the rest of it does not matter here. */
async function refusedAs(response: Response): Promise<string | null> {
  if (response.status !== 401 && response.status !== 403) return null
  const { reason } = (await response.json()) as { reason: string }
  return `${response.status} ${reason}`
}

function expected(role: (typeof who)[number], permission: Permission): string | null {
  if (role === null) return '401 signed-out'
  return may(role, permission) ? null : '403 not-allowed'
}

describe('the table of permissions holds over HTTP', () => {
  test.each(who)('for every screen, asked by %s', async (role) => {
    const headers = await headersOf(role)
    const found: Record<string, string | null> = {}
    const wanted: Record<string, string | null> = {}
    for (const [name, { permission }] of Object.entries<Screen>(officeScreens)) {
      const path = officePaths[name as keyof typeof officePaths].replace(/:\w+/g, '10482')
      found[name] = await refusedAs(await fetched(new Request(`${site}/office/data/${path}`, { headers })))
      wanted[name] = expected(role, permission)
    }
    expect(Object.keys(found).length).toBeGreaterThan(0)
    expect(found).toEqual(wanted)
  })

  test.each(who)('for every action, asked by %s', async (role) => {
    const found: Record<string, string | null> = {}
    const wanted: Record<string, string | null> = {}
    for (const [name, { permission }] of Object.entries<Action | OpenAction>(officeActions)) {
      if (permission === null) continue
      // Each in a session of its own, for one may end it.
      const headers = { ...(await headersOf(role)), 'content-type': 'application/json' }
      const request = new Request(`${site}/office/act/${name}`, {
        method: 'POST',
        headers,
        body: '"nonsense"',
      })
      found[name] = await refusedAs(await fetched(request))
      wanted[name] = expected(role, permission)
    }
    expect(Object.keys(found).length).toBeGreaterThan(0)
    expect(found).toEqual(wanted)
  })

  test('what needs a fresh proof of identity is refused to a session whose proof is old', async () => {
    const found: string[] = []
    for (const [name, { permission }] of Object.entries<Action | OpenAction>(officeActions)) {
      if (permission === null) continue
      const headers = { cookie: await cookieOf('owner'), 'content-type': 'application/json' }
      await content.app.db
        .updateTable('staff_session')
        .set({ proved_at: new Date(Date.now() - 11 * 60_000) })
        .execute()
      const request = new Request(`${site}/office/act/${name}`, {
        method: 'POST',
        headers,
        body: '"nonsense"',
      })
      const refused = await refusedAs(await fetched(request))
      expect([name, refused]).toEqual([name, freshProofFor.has(permission) ? '403 prove-identity' : null])
      if (refused !== null) found.push(name)
    }
    expect(found).toContain('staff.invite')
  })

  test('every permission is asked for somewhere', () => {
    // By a screen or an action as a whole, for a part of what it shows and takes, or by a command.
    const sources = globSync(['app/{office,shop}/**/*.ts', 'commands/*.ts']).filter(
      (file) => !file.includes('.test.') && !file.endsWith('staff/permissions.ts'),
    )
    const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
    expect(Object.keys(permissions).filter((name) => !code.includes(`'${name}'`))).toEqual([])
  })
})

test('an action from another site is refused, whoever is signed in', async () => {
  const name = Object.keys(officeActions)[0]
  const headers = {
    cookie: await cookieOf('owner'),
    'content-type': 'application/json',
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
  }
  const response = await fetched(
    new Request(`${site}/office/act/${name}`, { method: 'POST', headers, body: '{}' }),
  )
  expect(response.status).toBe(403)
})

test.each([
  ['text/plain', '{}'],
  ['application/x-www-form-urlencoded', 'name=value'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
  ],
])('an action that is sent as %s, as forms of other sites could, is not read', async (type, body) => {
  // An input of texts alone would stand in the address.
  for (const name of ['presence.close?thing=piece/10482', 'accounts.end-other-sessions']) {
    const headers = { cookie: await cookieOf('owner'), 'content-type': type }
    const response = await fetched(
      new Request(`${site}/office/act/${name}`, { method: 'POST', headers, body }),
    )
    expect([name, response.status]).toEqual([name, 422])
  }
})

test('what a screen shows is kept by nobody', async () => {
  const data = await fetched(
    new Request(`${site}/office/data/`, { headers: { cookie: await cookieOf('editor') } }),
  )
  expect(data.status).toBe(200)
  expect(data.headers.get('cache-control')).toBe('no-store')
})

test.each(['/office/data/nowhere', '/office/data/%ff', '/office/assets/none.js'])(
  '%s is 404',
  async (path) => {
    const response = await fetched(new Request(site + path, { headers: { cookie: await cookieOf('owner') } }))
    expect(response.status).toBe(404)
  },
)

test('there is no action of another name', async () => {
  for (const name of ['nothing', '__proto__', 'constructor', 'toString'])
    expect(
      (await fetched(new Request(`${site}/office/act/${name}`, { method: 'POST', body: '{}' }))).status,
    ).toBe(404)
})

test('the camera is allowed to pages of the office, and to no other', async () => {
  const allowed = async (path: string) => {
    const { headers } = await fetched(new Request(site + path))
    return headers.get('permissions-policy')?.match(/camera=\([^)]*\)/)?.[0]
  }
  // Its pages need a build: a journey asks the browser there (tests/journeys/office-scanner.spec.ts).
  for (const path of ['/office/', '/office/events', '/office/data/pieces', '/office/assets/none.js'])
    expect([path, await allowed(path)]).toEqual([path, 'camera=(self)'])
  for (const path of ['/', '/api/search?query=omega', '/content/v2/cdn/stories', '/health'])
    expect([path, await allowed(path)]).toEqual([path, 'camera=()'])
})

test('signing out clears what the browser keeps of pages, and leaves what it keeps for the public shop', async () => {
  const headers = { cookie: await cookieOf('sales'), 'content-type': 'application/json' }
  const act = async (name: string) => {
    const request = new Request(`${site}/office/act/${name}`, { method: 'POST', headers, body: '{}' })
    const { status, headers: heads } = await fetched(request)
    return [status, heads.get('clear-site-data')]
  }
  expect(await act('accounts.prove-options')).toEqual([200, null])
  expect(await act('accounts.sign-out')).toEqual([200, '"cache"'])
})
