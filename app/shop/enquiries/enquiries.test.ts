import { beforeAll, describe, expect, test } from 'vitest'
import { previewAnswer } from '#app/letters/enquiry-letter.tsx'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { loadSettings } from '#db/load-settings.ts'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { answerTemplates, retireTemplate, saveTemplate } from './answer-templates.ts'
import { findMessage, forgetMessages, receiveMessage } from './contact-message.ts'
import {
  answerEnquiry,
  changeEnquiry,
  enquiryVersion,
  enterEnquiry,
  keepDraft,
  noteOnEnquiry,
} from './deal-with-enquiry.ts'
import { answerMailsBefore, findEntry } from './enquiry-entries.ts'
import { enquiryList } from './enquiry-list.ts'
import { allEnquiries, listEnquiries } from './list-enquiries.ts'
import { assignees, pieceOfEnquiry, readEnquiry, valuesOfEnquiry } from './read-enquiry.ts'
import { fillTemplate, unfilled, unknownPlaceholders } from './template-text.ts'

const database = testDatabase()
const staff: Record<string, StaffActor> = {}

beforeAll(async () => {
  const { db } = database
  await loadSettings(db, 'db/demo/settings.yaml')
  await loadCast(db)
  for (const name of ['Berta Kasse', 'Carl Beispiel']) {
    const values = { name, email: `${crypto.randomUUID()}@staff.example`, role: 'sales' } as const
    const { id } = await db
      .insertInto('staff_member')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
    staff[name] = { id, name }
  }
})

const berta = () => staff['Berta Kasse'] as StaffActor
const carl = () => staff['Carl Beispiel'] as StaffActor

async function received(changes: { piece?: string; message?: string; email?: string } = {}): Promise<number> {
  const answer = await receiveMessage(
    database.db,
    {
      ...{ name: 'Clara Beispiel', email: `${crypto.randomUUID()}@beispiel.example`, phone: null },
      ...{ subject: 'question', message: 'Ist sie noch da?', piece: null, ...changes },
    },
    { locale: 'en', client: null, settings: await readSettings(database.db) },
  )
  if (!answer.ok) throw new Error(answer.reason)
  return answer.id
}

const shown = async (id: number, staffId = berta().id) => {
  const enquiry = await readEnquiry(database.db, id, { staffId })
  if (!enquiry) throw new Error('there is none')
  return enquiry
}
const answer = (id: number, version: number, by = berta(), text = 'Dear Clara,\n\nyes, it is.') =>
  answerEnquiry(
    database.db,
    { id, version, locale: 'en', subject: 'Re: Your enquiry', text, state: 'answered' },
    by,
  )

describe('an answer', () => {
  test('is sent once, closes the enquiry, and makes it whose answers', async () => {
    const { db } = database
    const id = await received()
    await keepDraft(db, { id, locale: 'en', subject: 'Re', text: 'Dear' }, berta())
    expect((await shown(id)).draft).toEqual({ locale: 'en', subject: 'Re', text: 'Dear' })
    expect((await shown(id, carl().id)).draft).toBeNull()
    const { version } = await shown(id)
    const [one, other] = await Promise.all([answer(id, version), answer(id, version, carl())])
    expect([one.ok, other.ok].toSorted()).toEqual([false, true])
    expect([one, other].find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'changed-meanwhile' })
    const after = await shown(id)
    expect(after).toMatchObject({ state: 'answered', entries: [{ kind: 'answer', mailState: 'waiting' }] })
    expect(after.assignee).toBe(after.entries[0]?.by)
    const mails = await db
      .selectFrom('mail_outbox')
      .select(['kind', 'recipient', 'locale'])
      .where('kind', '=', 'enquiry-answer')
      .where('recipient', '=', after.email)
      .execute()
    expect(mails).toEqual([{ kind: 'enquiry-answer', recipient: after.email, locale: 'en' }])
    const records = await db
      .selectFrom('change_record')
      .select(['before', 'after'])
      .where('subject', '=', 'enquiry')
      .where('subject_id', '=', String(id))
      .execute()
    expect(records.length).toBeGreaterThan(0)
    // Records stay when the message is forgotten.
    expect(JSON.stringify(records)).not.toMatch(/Clara|yes, it is|beispiel\.example/)
  })

  test('is not sent while something of its template is open, nor without an address', async () => {
    const id = await received()
    expect(await answer(id, 0, berta(), 'Dear {name}')).toEqual({
      ok: false,
      reason: 'unfilled',
      what: ['{name}'],
    })
    const entered = await enterEnquiry(
      database.db,
      {
        ...{ source: 'phone', locale: 'de', name: 'Erna Muster', email: null, phone: '0221 5550110' },
        ...{ subject: 'piece', message: 'Ruft wieder an', piece: cast.availableSubmariner },
        submission: crypto.randomUUID(),
      },
      berta(),
    )
    if (!entered.ok) throw new Error(entered.reason)
    const version = await enquiryVersion(database.db, entered.id)
    expect(await answer(entered.id, version)).toEqual({ ok: false, reason: 'no-address' })
    expect(await shown(entered.id)).toMatchObject({ source: 'phone', enteredBy: 'Berta Kasse' })
    expect(await answer(999_999, 0)).toEqual({ ok: false, reason: 'no-such-enquiry' })
  })

  test('belongs to the mails before it, and is seen as it goes out', async () => {
    const { db } = database
    const id = await received({ message: 'Is it <b>there</b>?' })
    await answer(id, 0)
    const [first] = (await shown(id)).entries
    const entry = first?.id ?? 0
    expect(await findEntry(db, entry)).toMatchObject({ locale: 'en', subject: 'Re: Your enquiry' })
    const key = await db
      .updateTable('mail_outbox')
      .set({ sent_at: new Date() })
      .where('reason', '=', `contact:${id}:acknowledgement`)
      .returning('message_key')
      .executeTakeFirstOrThrow()
    expect(await answerMailsBefore(db, { message: id, entry })).toEqual([key.message_key])
    const settings = await readSettings(db)
    const preview = await previewAnswer(db, settings, {
      enquiry: id,
      answer: { locale: 'en', subject: 'Re: Your enquiry', text: 'See https://shop.example/x.' },
    })
    expect(preview?.html).toContain('href="https://shop.example/x"')
    expect(preview?.html).toContain('Is it &lt;b&gt;there&lt;/b&gt;?')
    expect(preview?.plain).toContain('You wrote on')
  })
})

describe('what staff do with an enquiry', () => {
  test('names what they saw, and is refused where it is another by then', async () => {
    const { db } = database
    const id = await received()
    const noted = await noteOnEnquiry(db, { id, version: 0, kind: 'note', text: 'Stammkundin' }, berta())
    if (!noted.ok) throw new Error(noted.reason)
    const stale = { id, version: 0 }
    expect(await changeEnquiry(db, { ...stale, state: 'spam' }, carl())).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
    const seen = { id, version: noted.version }
    expect(await changeEnquiry(db, { ...seen, piece: '99999999' }, carl())).toEqual({
      ok: false,
      reason: 'no-such-piece',
    })
    expect(await changeEnquiry(db, { ...seen, assignee: 999_999 }, carl())).toEqual({
      ok: false,
      reason: 'no-such-member',
    })
    const changed = await changeEnquiry(
      db,
      { ...seen, piece: cast.availableSubmariner, assignee: carl().id, state: 'waiting' },
      carl(),
    )
    expect(changed.ok).toBe(true)
    expect(await shown(id)).toMatchObject({ assignee: 'Carl Beispiel', state: 'waiting' })
    const version = changed.ok ? changed.version : 0
    await noteOnEnquiry(db, { id, version, kind: 'reply', text: 'Danke!' }, carl())
    expect(await shown(id)).toMatchObject({ state: 'open', entries: [{ kind: 'note' }, { kind: 'reply' }] })
    expect((await assignees(db)).map(({ name }) => name)).toContain('Carl Beispiel')
  })

  test('goes with the message when its twelve months are over', async () => {
    const { db } = database
    const id = await received()
    await answer(id, 0)
    const later = new Date(Date.now() + 370 * 86_400_000)
    await forgetMessages(db, later)
    expect(await findMessage(db, id)).toBeNull()
    const left = await db.selectFrom('enquiry_entry').select('id').where('message_id', '=', id).execute()
    expect(left).toEqual([])
    const mails = await db
      .selectFrom('mail_outbox')
      .select('id')
      .where('reason', 'like', `contact:${id}:%`)
      .execute()
    expect(mails).toEqual([])
  })
})

test('the list finds by name, text and number, whose it is, with a piece or without', async () => {
  const { db } = database
  const id = await received({ message: 'Ein seltenes Wort: Zwirbel', piece: cast.availableSubmariner })
  const asked = (address: string) => readAsked(enquiryList, new URLSearchParams(address))
  const found = async (address: string) => (await listEnquiries(db, asked(address))).rows.map((row) => row.id)
  expect(await found('q=zwirbel')).toEqual([id])
  expect(await found('q=zwirbel&assignee=none&piece=with&state=open&language=en&sort=-at')).toEqual([id])
  expect(await found('q=zwirbel&piece=without')).toEqual([])
  expect(await found('q=zwirbel&subject=selling')).toEqual([])
  expect(await found('q=zwirbel&source=phone&at=2020-01-01..')).toEqual([])
  expect(await found('q=zwirbel&sort=name')).toEqual([id])
  const { counts, total } = await listEnquiries(db, asked(''))
  expect(counts.all).toBe(total)
  const all = []
  for await (const rows of allEnquiries(db, asked('q=zwirbel'))) all.push(...rows)
  expect(all).toHaveLength(1)
})

describe('templates', () => {
  const template = {
    name: 'Noch da',
    subject: { de: 'Ihre Anfrage', en: 'Your enquiry' },
    text: { de: 'Guten Tag {name}, {piece} kostet {price}.', en: 'Hello {name}, {piece} is {price}: {link}' },
  }

  test('are changed by whoever saw them last, and no two have one name', async () => {
    const { db } = database
    const added = await saveTemplate(db, { template, seen: null }, berta())
    if (!added.ok) throw new Error(added.reason)
    expect(
      await saveTemplate(db, { template: { ...template, name: 'noch DA' }, seen: null }, carl()),
    ).toEqual({ ok: false, reason: 'name-taken' })
    const [first] = await answerTemplates(db)
    const seen = { id: added.id, version: first?.version ?? 0 }
    expect(await saveTemplate(db, { template: { ...template, name: 'Verfügbar' }, seen }, berta())).toEqual(
      added,
    )
    const late = await retireTemplate(db, seen, carl())
    expect(late).toMatchObject({ ok: false, reason: 'changed-meanwhile', now: { name: 'Verfügbar' } })
    const [now] = await answerTemplates(db)
    expect(await retireTemplate(db, { id: added.id, version: now?.version ?? 0 }, carl())).toEqual(added)
    expect(await answerTemplates(db)).toEqual([])
    expect(await saveTemplate(db, { template, seen }, berta())).toEqual({
      ...{ ok: false, reason: 'changed-meanwhile', now: null },
    })
  })

  test('are filled in with what is known of the piece, and the rest stays to be seen', async () => {
    const about = { name: 'Clara Beispiel', piece: cast.availableSubmariner }
    const place = { now: castNow, siteUrl: 'https://shop.example' }
    const { en } = await valuesOfEnquiry(database.db, about, place)
    const text = fillTemplate(template.text.en, en)
    expect(unfilled(text)).toEqual([])
    expect(text).toMatch(
      /^Hello Clara Beispiel, Rolex Submariner.* is €[\d,]+.*: https:\/\/shop\.example\/en\//,
    )
    const without = await valuesOfEnquiry(database.db, { name: 'Clara', piece: null }, place)
    expect(unfilled(fillTemplate(template.text.de, without.de))).toEqual(['{piece}', '{price}'])
    expect(unknownPlaceholders('{name} {preis}')).toEqual(['preis'])
    const piece = await pieceOfEnquiry(database.db, cast.availableSubmariner, { now: castNow })
    expect(piece).toMatchObject({ id: cast.availableSubmariner, brand: 'Rolex', status: 'listed' })
  })
})
