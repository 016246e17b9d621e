import { hostileKeys } from '../../hostile-keys.ts'
import { staffCookie } from '../../staff-cookie.ts'
import type { Attack } from './attack.ts'

const pages = ['/de', '/en/jewelry', '/en/search?query=ring', '/de/verkaufen']

export const attack: Attack = {
  name: 'hostile-keys',
  title: 'Names that every object knows, in edits, paths, queries, cookies and JSON',
  async run({ url, db }) {
    const wrong: string[] = []
    const ask = async (what: string, path: string, init?: RequestInit) => {
      const answer = await fetch(url + path, { redirect: 'manual', ...init })
      await answer.text()
      if (answer.status >= 500) wrong.push(`${what}: ${answer.status}`)
    }
    const { id } = await db.selectFrom('story').select('id').limit(1).executeTakeFirstOrThrow()
    const cookie = await staffCookie(db, 'editor')
    for (const key of hostileKeys) {
      const name = encodeURIComponent(key.toWellFormed())
      const texts = [[key, 'title'], [key], ['body', key, 'title'], ['body', 0, key]].map((path) => ({
        ...{ path, uid: '', from: '', value: 'x' },
      }))
      await ask(`the edit ${key}`, '/office/act/preview.save', {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ story: id, version: 1, language: 'de', publish: false, texts }),
      })
      await ask(`the path ${key}`, `/de/${name}`)
      await ask(`the query ${key}`, `/api/search?${name}=1&query=${name}`)
      await ask(`the cookie ${key}`, '/en/cart', { headers: { cookie: `${name}=1` } })
      await ask(`the event ${key}`, '/api/event', {
        method: 'POST',
        body: `{${JSON.stringify(key)}:{"a":1}}`,
      })
    }
    for (const page of pages) {
      const answer = await fetch(url + page)
      await answer.text()
      if (answer.status !== 200) wrong.push(`afterwards ${page} is answered ${answer.status}`)
    }
    return wrong
  },
}
