import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openSecret } from '#app/shop/buying/known-secret.ts'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { doctor } from './doctor.ts'

const database = testDatabase()
const empty = testDatabase({ migrated: false })

const data = temporaryFolder()

type Told = { ok: boolean; findings: { level: string; about: string; text: string; advice?: string }[] }

async function examined(env: Record<string, string>) {
  const { code, out, err } = await typed(doctor, ['--json'], env)
  expect(err).toBe('')
  const { ok, findings } = JSON.parse(out) as Told
  expect(ok).toBe(code === 0)
  const of = (about: string) => findings.filter((each) => each.about === about).map(({ level }) => level)
  return { code, findings, of }
}

const whole = () => ({ DATABASE_URL: database.connectionString, DATA_DIR: data })

test('a schema of this release is told as such, and each finding that is none says what to do', async () => {
  const { of, findings } = await examined(whole())
  expect([of('schema'), of('DATA_DIR')[0] === 'broken']).toEqual([['ok'], false])
  for (const { level, advice } of findings) if (level !== 'ok') expect(advice).toMatch(/\w/)
})

test('settings that cannot be used are named, without their values', async () => {
  const { code, findings } = await examined({ PORT: 'x', SESSION_SECRET: 'tooshort' })
  expect([code, findings.length]).toEqual([1, 2])
  expect(JSON.stringify(findings)).not.toContain('tooshort')
})

test('a schema that a newer release has made, and this one bears, is told', async () => {
  const name = 'of_a_later_release'
  await sql`insert into migration (number, name, checksum) values (9999, ${name}, 'x')`.execute(database.db)
  try {
    const { of, findings } = await examined(whole())
    expect(of('schema')).toEqual(['warning'])
    expect(findings.find(({ about }) => about === 'schema')?.text).toContain(`9999_${name}`)
  } finally {
    await sql`delete from migration where number = 9999`.execute(database.db)
  }
})

test('a secret is told as known, as one of several, and as none that the database knows', async () => {
  const [first, second] = [
    'a secret of at least thirty-two characters',
    'another of at least thirty-two signs',
  ]
  const secretIs = async (SESSION_SECRET: string, SESSION_SECRET_FORMER = '') =>
    (await examined({ ...whole(), SESSION_SECRET, SESSION_SECRET_FORMER })).of('SESSION_SECRET')
  const { db } = database
  try {
    await openSecret(db, { DATA_DIR: data, SESSION_SECRET: first, SESSION_SECRET_FORMER: undefined })
    expect([await secretIs(first), await secretIs(second)]).toEqual([['ok'], ['broken']])
    await openSecret(db, { DATA_DIR: data, SESSION_SECRET: second, SESSION_SECRET_FORMER: first })
    expect([await secretIs(first), await secretIs(second, first)]).toEqual([['warning'], ['ok']])
  } finally {
    await db.deleteFrom('secret_fingerprint').execute()
  }
})

test('a database that is away, or has another schema, is broken', async () => {
  const away = await examined({ ...whole(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  expect([away.code, away.of('database')]).toEqual([1, ['broken']])
  const bare = await examined({ ...whole(), DATABASE_URL: empty.connectionString })
  expect([bare.code, bare.of('schema')]).toEqual([1, ['broken']])
  // It only looked.
  const { rows } = await sql`select to_regclass('migration') is null as untouched`.execute(empty.db)
  expect(rows).toEqual([{ untouched: true }])
})

test('too few connections, open secrets and mails that wait are broken', async () => {
  const folder = join(data, 'open')
  await mkdir(join(folder, 'secrets'), { recursive: true })
  await chmod(join(folder, 'secrets'), 0o755)
  await sql`insert into mail_outbox (reason, kind, locale, recipient, created_at)
    values ('a', 'contact-received', 'de', 'somebody@example.test', now() - interval '2 hours')`.execute(
    database.db,
  )
  const { code, of, findings } = await examined({ ...whole(), DATA_DIR: folder, DATABASE_POOL: '1000' })
  expect([code, of('secrets'), of('mails')]).toEqual([1, ['broken'], ['broken']])
  const said = findings.map(({ text }) => text).join('\n')
  expect(said).toMatch(/connections, 1003 are needed/)
  // The tests' own server is quick instead of durable.
  expect(said).toContain('does not write to disk (fsync)')
})

test('people are told in lines', async () => {
  const { out } = await typed(doctor, [], { ...whole(), SITE_URL: 'http://shop.example' })
  expect(out).toMatch(/^! SITE_URL: is not encrypted\n {4}Put a proxy/)
})
