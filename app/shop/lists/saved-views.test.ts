import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import {
  changeView,
  deleteView,
  savedViews,
  saveView,
  usableAddress,
  type ViewMember,
} from './saved-views.ts'

const list = 'pieces' as const
const database = testDatabase()
let olga: ViewMember
let berta: ViewMember
let carl: ViewMember

beforeAll(async () => {
  const add = async (name: string, role: ViewMember['role']): Promise<ViewMember> => ({
    ...(await database.db
      .insertInto('staff_member')
      .values({ name, email: `${name}@staff.example`, role, locale: 'de' })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()),
    role,
  })
  olga = await add('Olga', 'owner')
  berta = await add('Berta', 'sales')
  carl = await add('Carl', 'editor')
})

const seen = async (member: ViewMember, name: string) =>
  (await savedViews(database.db, member, list)).find((view) => view.name === name)
const existing = async (member: ViewMember, name: string) => {
  const view = await seen(member, name)
  if (!view) throw new Error(`there is no view ${name}`)
  return view
}

test('a view is somebody’s own until it is shared, and then changed by its maker and owners alone', async () => {
  const { db } = database
  await saveView(db, berta, {
    list,
    name: ' Alte Ringe ',
    address: 'kind=jewellery&nonsense=1',
    shared: false,
  })
  const own = await existing(berta, 'Alte Ringe')
  expect(own).toMatchObject({ address: 'kind=jewellery', shared: false, own: true, mayChange: true })
  expect(await seen(olga, 'Alte Ringe')).toBeUndefined()
  const { id, version } = own
  expect(await changeView(db, olga, { list, id, version, name: 'Meine' })).toMatchObject({
    reason: 'no-such-view',
  })

  expect(await changeView(db, berta, { list, id, version, shared: true })).toEqual({ ok: true, id })
  const shared = await existing(carl, 'Alte Ringe')
  expect(shared).toMatchObject({ by: 'Berta', own: false, mayChange: false, shared: true })
  const carls = { list, id, version: shared.version }
  expect(await changeView(db, carl, { ...carls, name: 'Carls' })).toMatchObject({
    reason: 'not-allowed',
  })
  expect(await deleteView(db, carl, carls)).toMatchObject({ reason: 'not-allowed' })
  expect(await changeView(db, olga, { ...carls, address: 'kind=watch' })).toMatchObject({ ok: true })
  expect(await existing(berta, 'Alte Ringe')).toMatchObject({ address: 'kind=watch' })
})

test('a save that began from an older version is told who changed it, and may be repeated', async () => {
  const { db } = database
  await saveView(db, berta, { list, name: 'Zwei', address: '', shared: true })
  const { id, version } = await existing(berta, 'Zwei')
  await changeView(db, olga, { list, id, version, name: 'Olgas zwei' })
  const conflict = await changeView(db, berta, { list, id, version, name: 'Bertas zwei' })
  expect(conflict).toMatchObject({ ok: false, reason: 'changed-meanwhile', by: 'Olga', name: 'Olgas zwei' })
  expect(await deleteView(db, berta, { list, id, version })).toMatchObject({ reason: 'changed-meanwhile' })
  if (conflict.ok || conflict.reason !== 'changed-meanwhile') throw new Error('no conflict')
  const again = { list, id, version: conflict.version }
  expect(await changeView(db, berta, { ...again, name: 'Bertas zwei' })).toMatchObject({ ok: true })
  const { version: last } = await existing(berta, 'Bertas zwei')
  expect(await deleteView(db, berta, { list, id, version: last })).toMatchObject({ ok: true })
  expect(await seen(berta, 'Bertas zwei')).toBeUndefined()
  const recorded = await db
    .selectFrom('change_record')
    .select(['operation', 'actor'])
    .where('subject', '=', 'saved-view')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute()
  expect(recorded.map(({ operation, actor }) => `${operation} ${actor}`)).toEqual([
    'insert staff:Berta',
    'update staff:Olga',
    'update staff:Berta',
    'delete staff:Berta',
  ])
})

test('names are told apart among one’s own and among the shared ones, whatever their capitals', async () => {
  const { db } = database
  const view = (name: string, shared: boolean) => ({ list, name, address: '', shared })
  expect(await saveView(db, berta, view('Laden', false))).toMatchObject({ ok: true })
  expect(await saveView(db, carl, view('laden', false))).toMatchObject({ ok: true })
  expect(await saveView(db, berta, view('LADEN', false))).toEqual({ ok: false, reason: 'name-taken' })
  expect(await saveView(db, berta, view('  ', false))).toEqual({ ok: false, reason: 'name-missing' })
  const both = await Promise.all([
    saveView(db, berta, view('Gemeinsam', true)),
    saveView(db, carl, view('gemeinsam', true)),
  ])
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  const { id, version } = await existing(carl, 'laden')
  await saveView(db, olga, view('laden', true))
  expect(await changeView(db, carl, { list, id, version, shared: true })).toMatchObject({
    reason: 'name-taken',
  })
})

test('filters that are gone are left out of the address', () => {
  const known = { branches: new Set(['koeln']), brands: new Set(['rolex']) }
  expect(usableAddress('branch=koeln%2Cnone&brand=rolex', known)).toBe('branch=koeln%2Cnone&brand=rolex')
  expect(usableAddress('kind=watch&branch=bonn%2Ckoeln&brand=gone&polish=1', known)).toBe(
    'kind=watch&branch=koeln',
  )
})
