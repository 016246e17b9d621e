import { expect, test } from 'vitest'
import german from '#app/language/messages/de/office/records.json' with { type: 'json' }
import english from '#app/language/messages/en/office/records.json' with { type: 'json' }
import { query, text } from '#app/platform/database/statement.ts'
import { fieldsOfPiece, readPieceRow, typedPiece } from '#app/shop/piece/read-piece.ts'
import { savePiece } from '#app/shop/piece/save-piece.ts'
import { asStaff, versionOf } from '#app/shop/staff/change-record.ts'
import { type ListedRecord, listRecords } from '#app/shop/staff/records.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { isActor, pointedBy } from './record-names.ts'
import { isUnsaid, saidRecords } from './said-records.ts'

const database = testDatabase()
const piece = cast.availableBrooch

async function lines(before: number, locale: 'de' | 'en' = 'de') {
  const { records } = await listRecords(database.db, {
    subject: 'piece',
    subjectId: piece,
    staffId: null,
    before: null,
  })
  const newest = records.filter(({ version }) => version > before)
  return (await saidRecords(database.db, newest, locale)).flatMap((record) => record.lines)
}

test('what changed of a piece is said as its form says it, in the reader’s language', async () => {
  const { db } = database
  await loadCast(db)
  const { id } = await db
    .insertInto('staff_member')
    .values({ name: 'Anna', email: 'anna@shop.example', role: 'owner' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const anna = { id, name: 'Anna', role: 'owner' } as const
  const row = await readPieceRow(db, piece)
  if (!row) throw new Error('no piece')
  const typed = typedPiece(await fieldsOfPiece(db, row.kind), row, 'en')
  const wanted = {
    price_cents: '9.900,00',
    condition: 'very-good',
    weight_grams: '20,5',
    brand: 'Wellendorff',
    stones: JSON.stringify([{ stone: 'ruby', carat: '0,5', laboratoryGrown: 'yes' }]),
  }
  const changes = Object.entries(wanted).map(([key, to]) => [key, { from: typed[key] ?? '', to }])
  const version = await versionOf(db, { subject: 'piece', id: piece })
  const saved = await savePiece(db, anna, piece, { version, changes: Object.fromEntries(changes) })
  expect(saved).toMatchObject({ ok: true })
  const said = await lines(version)
  expect(said).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ label: 'Preis', after: '9.900,00\u00a0€' }),
      expect.objectContaining({ label: 'Zustand', after: 'Sehr gut' }),
      expect.objectContaining({ label: 'Gewicht', after: '20,5\u00a0g' }),
      expect.objectContaining({ label: 'Marke', before: null, after: 'Wellendorff' }),
      expect.objectContaining({ label: 'Stein', after: 'Rubin' }),
      expect.objectContaining({ label: 'Gewicht', after: '0,5\u00a0ct' }),
    ]),
  )
  expect(await lines(version, 'en')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ label: 'Condition', after: 'Very good' }),
      expect.objectContaining({ label: 'Price', after: '€9,900.00' }),
    ]),
  )
  const [record] = await saidRecords(
    db,
    (await listRecords(db, { subject: 'piece', subjectId: piece, staffId: id, before: null })).records,
    'de',
  )
  expect(record?.thing).toContain('Wellendorff')
})

test('of a setting each field that changed is named, and of an account nothing secret', async () => {
  const { db } = database
  const { id } = await db
    .insertInto('staff_member')
    .values({ name: 'Bert', email: 'bert@shop.example', role: 'owner' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const put = (value: object) =>
    asStaff(db, { id, name: 'Bert' }, async (transaction) => {
      await transaction
        .insertInto('setting')
        .values({ key: 'bank', value: JSON.stringify(value) })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
        .execute()
    })
  await put({ holder: 'A', iban: 'DE1' })
  await put({ holder: 'A', iban: 'DE2' })
  const { records } = await listRecords(db, {
    subject: 'setting',
    subjectId: 'bank',
    staffId: id,
    before: null,
  })
  const said = await saidRecords(db, records, 'de')
  expect(said[0]?.lines).toEqual([{ label: null, path: 'iban', before: 'DE1', after: 'DE2' }])
  const staff = await listRecords(db, {
    subject: 'staff',
    subjectId: String(id),
    staffId: null,
    before: null,
  })
  expect((await saidRecords(db, staff.records, 'de'))[0]).toMatchObject({ thing: 'Bert' })
})

const update = (version: number, part: string, before: object, after: object): ListedRecord => ({
  ...{ version, at: new Date(), by: 'Anna', staffId: 1, subject: 'piece', subjectId: '10482' },
  ...{ part, partId: null, operation: 'update', before: { ...before }, after: { ...after } },
})

test('the facts that a defect overrides are said in words, whatever the kind of the piece', async () => {
  const record = update(1, 'product_defect', { overrides: [] }, { overrides: ['water-resistance'] })
  const words = { de: 'Wasserdichtheit', en: 'Water resistance' }
  for (const locale of ['de', 'en'] as const) {
    const [said] = await saidRecords(database.db, [record], locale)
    expect(said?.lines).toMatchObject([{ before: '', after: words[locale] }])
  }
})

test('a photo is replaced, turned, or an earlier one is put back, and never said by its digest', async () => {
  const { db } = database
  const changes = [
    update(0, 'photo', { id: 'a', quarter_turns: 0 }, { id: 'b', quarter_turns: 1 }),
    update(0, 'photo', { id: 'b', original: 'a' }, { id: 'c', original: 'c' }),
    update(0, 'photo_flaw', { photo_id: 'b' }, { photo_id: 'c' }),
    update(0, 'photo', { id: 'c', original: 'c' }, { id: 'b', original: 'a' }),
  ]
  const records: ListedRecord[] = []
  for (const change of changes) {
    const { subject, subjectId, part, operation, before, after } = change
    const { id } = await db
      .insertInto('change_record')
      .values({
        ...{ subject, subject_id: subjectId, part, operation },
        ...{ before: JSON.stringify(before), after: JSON.stringify(after) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    records.push({ ...change, version: id })
  }
  const said = await saidRecords(db, records, 'de')
  expect(said.map(({ deed, lines }) => [deed, lines.map(({ path }) => path)])).toEqual([
    [null, ['quarter_turns']],
    ['replace', []],
    ['follow', []],
    ['return', []],
  ])
})

test('an ended session is said by its browser as people know it', async () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const record = {
    ...{ version: 1, at: new Date(), by: 'Anna', staffId: 1, subject: 'staff', subjectId: '1' },
    ...{ part: 'staff_session', partId: null, operation: 'delete' as const, after: null },
    before: { browser: firefox, signed_in_at: '2027-01-04T09:00:00+00:00' },
  }
  const [said] = await saidRecords(database.db, [record], 'de')
  expect(said?.lines.map(({ path, before }) => [path, before])).toEqual([
    ['browser', 'Firefox, Windows'],
    ['signed_in_at', '2027-01-04T09:00:00+00:00'],
  ])
})

test('every column that is recorded has words in both languages, or is one that nobody reads', async () => {
  const columns = await query(database.db, { part: text, column: text })`
    select distinct c.relname::text as part, a.attname::text as column
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where p.proname = 'record_change' and c.relname not in ('setting', 'branch')
  `
  // What is recorded of something else than columns, and by which functions of the database.
  columns.push(
    { part: 'staff_session', column: 'browser' },
    { part: 'staff_session', column: 'signed_in_at' },
    { part: 'staff_recovery_code', column: 'unused' },
  )
  const functions = await query(database.db, { name: text })`
    select proname::text as name from pg_proc where prosrc ~ 'insert into change_record' order by 1
  `
  expect(functions.map(({ name }) => name)).toEqual([
    'record_change',
    'record_recovery_codes',
    'record_session_end',
  ])
  expect(columns.length).toBeGreaterThan(100)
  const row = (part: string, column: string) => ({
    ...{
      version: 1,
      at: new Date(),
      by: null,
      staffId: null,
      subject: 'piece',
      subjectId: '1',
      partId: null,
    },
    ...{ part, operation: 'update' as const, before: { [column]: null }, after: { [column]: true } },
  })
  const wanting: string[] = []
  for (const { part, column } of columns) {
    if (isUnsaid(part, column)) continue
    const [said] = await saidRecords(database.db, [row(part, column)], 'de').catch(() => [null])
    if (said === null || said?.lines.every(({ label }) => label !== null)) continue
    const key = `${part}_${column}`
    if (!(key in german.columns) || !(key in english.columns)) wanting.push(key)
  }
  expect(wanting).toEqual([])
})

test('every recorded column that points at something is said by its name', async () => {
  const columns = await query(database.db, { part: text, column: text, of: text })`
    select distinct c.relname::text as part, a.attname::text as column, k.confrelid::regclass::text as of
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
      join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and cardinality(k.conkey) = 1
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where p.proname = 'record_change' and c.relname not in ('setting', 'branch')
  `
  expect(columns.length).toBeGreaterThan(15)
  // Their keys are the numbers that everybody knows them by; those of a piece have words by its form.
  const numbered = ['contact_message', 'person', 'withdrawal', 'brand', 'model', 'reference']
  const wanting = columns.filter(
    ({ part, column, of }) =>
      !isUnsaid(part, column) && !numbered.includes(of) && pointedBy(part, column) === null,
  )
  expect(wanting).toEqual([])
})

test('every value of a recorded column that has a few has words in both languages', async () => {
  const columns = await query(database.db, { part: text, column: text, check: text })`
    select distinct c.relname::text as part, a.attname::text as column, pg_get_constraintdef(k.oid) as check
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
      join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and cardinality(k.conkey) = 1
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where p.proname = 'record_change' and c.relname not in ('setting', 'branch')
      and pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY\\['
  `
  const keys = columns
    .filter(({ part, column }) => !isUnsaid(part, column))
    .flatMap(({ part, column, check }) =>
      [...check.matchAll(/'([\w-]+)'::text/g)].map(([, each]) => ({
        part,
        column,
        key: `${part}_${column}_${each}`,
      })),
    )
  expect(keys.length).toBeGreaterThan(20)
  const wanting: string[] = []
  for (const { part, column, key } of keys) {
    const record = { ...update(1, part, {}, { [column]: 'x' }), subject: 'x' }
    const [said] = await saidRecords(database.db, [record], 'de')
    // A form of a piece has words for its own values.
    if (said?.lines.every(({ label }) => label !== null)) continue
    if (!(key in german.values) || !(key in english.values)) wanting.push(key)
  }
  expect(wanting).toEqual([])
})

test('who, where and what a record points at are said by their names', async () => {
  const { db } = database
  const { id } = await db
    .insertInto('staff_member')
    .values({ name: 'Clara', email: 'clara@shop.example', role: 'sales' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const branch = await db.selectFrom('branch').select(['id', 'name']).executeTakeFirstOrThrow()
  const records = [
    update(1, 'appointment', { staff_id: null }, { staff_id: id }),
    update(2, 'absence', { branch_id: null }, { branch_id: branch.id }),
    update(3, 'contact_message', { piece: null }, { piece }),
    update(4, 'reservation', { ended_by: null }, { ended_by: 'staff:Clara' }),
    update(5, 'bank_line', { statement_id: null }, { statement_id: 99 }),
  ]
  const said = await saidRecords(db, records, 'de')
  const after = said.map(({ lines: [line] }) => line?.after)
  expect(after).toEqual(['Clara', branch.name, expect.stringContaining(`${piece} `), 'Clara', '99'])
  expect([isActor('reservation', 'made_by'), isActor('appointment', 'cancelled_by')]).toEqual([true, false])
})
