import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { type Draft, type DraftKept, findDraft, keepDraft, settleDraft } from './drafts.ts'
import { mergeDrafts } from './merge-drafts.ts'
import type { Changes } from './save-piece.ts'

const database = testDatabase()
let db: Database
let anna: { id: number }
const watch = cast.availableSubmariner

beforeAll(async () => {
  db = database.db
  await loadCast(db)
  anna = await db
    .insertInto('staff_member')
    .values({ name: 'Anna', email: 'anna@shop.example', role: 'owner' })
    .returning('id')
    .executeTakeFirstOrThrow()
})

/** What was typed into fields that were empty. */
const typed = (texts: Record<string, string>): Changes =>
  Object.fromEntries(Object.entries(texts).map(([key, to]) => [key, { from: '', to }]))

const keep = (changes: Changes, from: Draft | null) =>
  keepDraft(db, anna, watch, { version: 7, changes, revision: from?.revision ?? null })

const draftOf = (kept: DraftKept): Draft => {
  if (!kept.ok || !kept.draft) throw new Error('not kept')
  return kept.draft
}

const clear = async () => {
  await db.deleteFrom('piece_draft').execute()
}

describe('two windows of one member', () => {
  test('neither replaces what it has not seen, and both are merged', async () => {
    await clear()
    const first = draftOf(await keep(typed({ 'defect.de': 'Die Krone klemmt.' }), null))
    // The other one was opened before that, and knows of no draft.
    const mine = typed({ dial: 'blue' })
    const refused = await keep(mine, null)
    expect(refused).toEqual({ ok: false, reason: 'another-revision', draft: first })
    expect(await findDraft(db, anna, watch)).toEqual(first)
    const { changes, clashes } = mergeDrafts({}, mine, refused.draft?.changes ?? {})
    expect(clashes).toEqual({})
    const both = draftOf(await keep(changes, refused.draft))
    expect(both.changes).toEqual(typed({ 'defect.de': 'Die Krone klemmt.', dial: 'blue' }))
    expect(await keep(typed({ 'defect.de': 'Die Krone klemmt sehr.' }), first)).toMatchObject({ ok: false })
    expect(await findDraft(db, anna, watch)).toEqual(both)
  })

  test('of both at once one is told of the other', async () => {
    await clear()
    const kept = await Promise.all([
      keep(typed({ dial: 'blue' }), null),
      keep(typed({ dial: 'black' }), null),
    ])
    expect(kept.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(kept[0]?.draft).toEqual(kept[1]?.draft)
  })

  test('a draft that was given up and begun anew is another one', async () => {
    await clear()
    const first = draftOf(await keep(typed({ dial: 'blue' }), null))
    expect(await keep({}, first)).toEqual({ ok: true, draft: null })
    const anew = draftOf(await keep(typed({ dial: 'black' }), null))
    expect(await keep({}, first)).toEqual({ ok: false, reason: 'another-revision', draft: anew })
  })

  test('what one discards goes elsewhere, too, but not what was typed there since; and it can come back', async () => {
    await clear()
    const first = draftOf(await keep(typed({ dial: 'blue', note: 'eins' }), null))
    // Discarded in one window; the other began from the same draft and typed on.
    expect(await keep({}, first)).toEqual({ ok: true, draft: null })
    const there = typed({ dial: 'blue', note: 'eins', 'bezel.de': 'Stahl' })
    const refused = await keep(there, first)
    expect(refused).toEqual({ ok: false, reason: 'another-revision', draft: null })
    expect(mergeDrafts(first.changes, there, {})).toEqual({
      changes: typed({ 'bezel.de': 'Stahl' }),
      clashes: {},
    })
    const since = draftOf(await keep(typed({ 'bezel.de': 'Stahl' }), null))
    // Brought back in the first window, which knows of no draft since it was discarded.
    const back = await keep(first.changes, null)
    expect(back).toEqual({ ok: false, reason: 'another-revision', draft: since })
    expect(mergeDrafts({}, first.changes, since.changes).changes).toEqual(there)
  })

  test('what one saves is no draft, what the other typed stays one', async () => {
    await clear()
    const first = draftOf(await keep(typed({ dial: 'blue', note: 'eins' }), null))
    const second = draftOf(await keep(typed({ dial: 'blue', note: 'zwei', 'bezel.de': 'Stahl' }), first))
    const saved = typed({ dial: 'blue', note: 'eins' })
    const left = await settleDraft(db, anna, watch, { version: 9, revision: first.revision, saved, kept: {} })
    expect(left).toMatchObject({ version: 7, changes: typed({ note: 'zwei', 'bezel.de': 'Stahl' }) })
    expect(left?.revision).not.toBe(second.revision)
    // Whoever saves what they know of leaves nothing but what cannot be saved yet.
    const kept = typed({ 'bezel.de': 'Stahl' })
    const revision = left?.revision ?? null
    expect(
      await settleDraft(db, anna, watch, { version: 9, revision, saved: { ...kept, ...saved }, kept }),
    ).toMatchObject({ version: 9, changes: kept })
  })
})

test('drafts are merged key by key', () => {
  const base = typed({ a: '1', b: '1', c: '1', d: '1', e: '1' })
  const mine = typed({ a: '2', b: '1', c: '2', d: '2', f: '1', g: 'x' })
  const theirs = typed({ a: '1', b: '3', c: '3', e: '1', g: 'x', h: '1' })
  expect(mergeDrafts(base, mine, theirs)).toEqual({
    // e was taken back here, d there.
    changes: typed({ a: '2', b: '3', c: '2', d: '2', f: '1', g: 'x', h: '1' }),
    clashes: {
      c: { base: { from: '', to: '1' }, theirs: { from: '', to: '3' } },
      d: { base: { from: '', to: '1' }, theirs: null },
    },
  })
})
