import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedShop } from '#tests/served-pages.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { forgetClientFiles, publishClientFiles } from './client-files.ts'

/** Two releases on two machines: each has what its own build made, and nothing else. */
const content = demoContent()
const home = temporaryFolder()
const script = 'export const words = 1\n'.repeat(200)

function release(name: string, files: Record<string, string>) {
  const folders = {
    '/assets/': join(home, name, 'client/assets'),
    '/office/assets/': join(home, name, 'office'),
  }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(
      join(folders[path.startsWith('office/') ? '/office/assets/' : '/assets/'], path.replace('office/', '')),
      text,
    )
  }
  return { folders, clientFiles: join(home, name, 'client') }
}
const former = release('former', { 'frame-AAAA1111.js': script, 'office/Today-AAAA2222.js': script })
const present = release('present', {
  'frame-BBBB1111.js': script,
  'root-BBBB3333.css': 'p { margin: 0 }',
  'README.txt': 'x',
})

const socket = { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' }
async function ask(machine: { clientFiles: string }, path: string, headers: Record<string, string> = {}) {
  const http = servedShop(content.app, undefined, machine.clientFiles)
  return http.fetch(new Request(`http://localhost:3000${path}`, { headers }), { incoming: { socket } })
}

beforeAll(async () => {
  await loadAllMessages()
  // As three machines start at once.
  await Promise.all(
    [former, present, present].map(({ folders }) => publishClientFiles(content.app.db, folders)),
  )
})

test.each([
  ['what the new release has', () => former, '/assets/frame-BBBB1111.js', 'text/javascript; charset=utf-8'],
  ['its styles', () => former, '/assets/root-BBBB3333.css', 'text/css; charset=utf-8'],
  [
    'what the former release had',
    () => present,
    '/assets/frame-AAAA1111.js',
    'text/javascript; charset=utf-8',
  ],
  ['the former office', () => present, '/office/assets/Today-AAAA2222.js', 'text/javascript; charset=utf-8'],
])('a machine answers with %s', async (_, machine, path, type) => {
  const answer = await ask(machine(), path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe(type)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(await answer.text()).toBe(path.endsWith('.css') ? 'p { margin: 0 }' : script)
})

test('it is packed for who takes that', async () => {
  const answer = await ask(former, '/assets/frame-BBBB1111.js', { 'accept-encoding': 'br' })
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(script.length / 4)
})

test('what no release has is not there, nor what has no hash', async () => {
  expect((await ask(former, '/assets/frame-CCCC1111.js')).status).toBe(404)
  expect((await ask(former, '/office/assets/frame-CCCC1111.js')).status).toBe(404)
  expect((await ask(former, '/assets/README.txt')).status).toBe(404)
})

test('files of a release that has not run for a month are forgotten, those of the running one are not', async () => {
  const { db } = content.app
  await db.updateTable('client_file').set({ seen_at: sql`now() - interval '31 days'` }).execute()
  expect(await forgetClientFiles(db, present.folders)).toBe(2)
  const left = await db.selectFrom('client_file').select('path').orderBy('path').execute()
  expect(left.map(({ path }) => path)).toEqual(['/assets/frame-BBBB1111.js', '/assets/root-BBBB3333.css'])
})
