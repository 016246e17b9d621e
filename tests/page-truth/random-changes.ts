import { sql } from 'kysely'
import { publish, saveDraft } from '#app/content-service/publishing.ts'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query, text } from '#app/platform/database/statement.ts'
import { readSettings, saveBranch, saveSetting } from '#app/shop/settings/settings.ts'

/** What a change is done with: the database, the pages' clock, and the lot. */
export type Lot = {
  db: Database
  now: Date
  /** A whole number from 0, less than `count`. */
  below(count: number): number
  pick<T>(from: readonly T[]): T
}

type RandomChange = (lot: Lot) => Promise<unknown>

const someText = ({ below }: Lot) => `${below(1_000_000)} ${'wort '.repeat(below(6))}`.trim()
const bilingual = (lot: Lot) => JSON.stringify({ de: `de ${someText(lot)}`, en: `en ${someText(lot)}` })

/** A piece of these states; most often one that many pages show. */
async function somePiece({ db, below }: Lot, ...states: string[]): Promise<string> {
  const rows = await query(db, { id: text })`
    select id from product where status = any(${states.length > 0 ? states : ['listed', 'reserved', 'sold']})
    order by listed_at desc, id`
  return rows[below(2) === 0 ? below(Math.min(8, rows.length)) : below(rows.length)]?.id ?? '0'
}

async function someStory({ db, pick }: Lot) {
  const rows = await db
    .selectFrom('story')
    .select(['uuid', 'full_slug', 'name', 'draft_content', 'draft_version'])
    .where('published_content', 'is not', null)
    .orderBy('id')
    .execute()
  return pick(rows)
}

/** Everything that somebody may do that visitors see, by name. */
export const randomChanges: Record<string, RandomChange> = {
  async price(lot) {
    const id = await somePiece(lot, 'listed', 'reserved')
    const cents = 10_000 + lot.below(900_000)
    await sql`update product set price_cents = ${cents}, price_since = ${lot.now}
      where id = ${id} and price_since < ${lot.now}`.execute(lot.db)
  },
  async reserve(lot) {
    await sql`update product set status = 'reserved' where id = ${await somePiece(lot, 'listed')}`.execute(
      lot.db,
    )
  },
  async release(lot) {
    await sql`update product set status = 'listed' where id = ${await somePiece(lot, 'reserved')}`.execute(
      lot.db,
    )
  },
  async sell(lot) {
    const id = await somePiece(lot, 'reserved')
    await sql`update product set status = 'sold', sold_at = ${lot.now} where id = ${id}`.execute(lot.db)
  },
  async takeDown(lot) {
    await sql`update product set status = 'preparing' where id = ${await somePiece(lot, 'listed')}`.execute(
      lot.db,
    )
  },
  async putUp(lot) {
    const id = await somePiece(lot, 'preparing')
    await sql`update product set status = 'listed', listed_at = ${lot.now}
      where id = ${id} and listed_at is not null`.execute(lot.db)
  },
  async describe(lot) {
    const id = await somePiece(lot)
    await sql`update product set description = ${bilingual(lot)}::jsonb, condition_notes = ${bilingual(lot)}::jsonb,
      updated_at = ${lot.now} where id = ${id}`.execute(lot.db)
  },
  async rename(lot) {
    const id = await somePiece(lot)
    await sql`update product set name = ${bilingual(lot)}::jsonb,
      slug_de = ${`stück-${lot.below(1000)}`.replace('ü', 'ue')} where id = ${id}`.execute(lot.db)
  },
  async condition(lot) {
    const grade = lot.pick(['new', 'very-good', 'good', 'fair'])
    await sql`update product set condition = ${grade} where id = ${await somePiece(lot)}`.execute(lot.db)
  },
  async anotherMaker(lot) {
    const rows = await query(lot.db, { id: int4 })`select id from brand order by id`
    await sql`update product set brand_id = ${lot.pick(rows).id}, model_id = null, reference_id = null
      where id = ${await somePiece(lot)}`.execute(lot.db)
  },
  async renameMaker(lot) {
    await sql`update brand set name = name || 'x' where id = (select id from brand order by id
      offset ${lot.below(3)} limit 1)`.execute(lot.db)
  },
  async defect(lot) {
    await sql`insert into product_defect (product_id, text) values (${await somePiece(lot)}, ${bilingual(lot)}::jsonb)
      on conflict (product_id) do update set text = excluded.text`.execute(lot.db)
  },
  async noDefect(lot) {
    await sql`delete from product_defect where product_id = (select product_id from product_defect limit 1)`.execute(
      lot.db,
    )
  },
  async document(lot) {
    await sql`insert into product_document (product_id, kind, title, public)
      values (${await somePiece(lot)}, 'service', ${bilingual(lot)}::jsonb, ${lot.below(2) === 0})`.execute(
      lot.db,
    )
  },
  async hideDocuments(lot) {
    await sql`update product_document set public = not public where product_id = ${await somePiece(lot)}`.execute(
      lot.db,
    )
  },
  async photo(lot) {
    await sql`update photo set alt = ${bilingual(lot)}::jsonb where product_id = ${await somePiece(lot)}
      and position = 0`.execute(lot.db)
  },
  async removePhoto(lot) {
    await sql`delete from photo where product_id = ${await somePiece(lot)} and position > 0`.execute(lot.db)
  },
  async manyPrices(lot) {
    await sql`update product set price_cents = price_cents + 100 where status = 'listed'`.execute(lot.db)
  },
  async many(lot) {
    await sql`insert into catalogue_change (product_id) values (null)`.execute(lot.db)
  },
  async vacation(lot) {
    const message = { de: `Ferien ${someText(lot)}`, en: `Holidays ${someText(lot)}` }
    const dayFrom = (days: number) =>
      new Date(lot.now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const begins = lot.below(4) - 2
    const days = { from: dayFrom(begins), to: dayFrom(begins + lot.below(4)), closed: lot.below(2) === 0 }
    await saveSetting(lot.db, 'vacation', {
      active: lot.below(3) > 0,
      message,
      ...(lot.below(2) === 0 && days),
    })
  },
  async sellEntry(lot) {
    await saveSetting(lot.db, 'sell', { active: lot.below(2) === 0 })
  },
  async site(lot) {
    const { site } = await readSettings(lot.db)
    await saveSetting(lot.db, 'site', { ...site, description: { de: someText(lot), en: someText(lot) } })
  },
  async contact(lot) {
    const { contact } = await readSettings(lot.db)
    await saveSetting(lot.db, 'contact', { ...contact, phone: `0221 ${lot.below(1_000_000) + 10_000}` })
  },
  async shipping(lot) {
    const { shipping } = await readSettings(lot.db)
    await saveSetting(lot.db, 'shipping', shipping)
  },
  async branch(lot) {
    const { branches } = await readSettings(lot.db)
    const branch = lot.pick(branches)
    const day = new Date(lot.now.getTime() + lot.below(40) * 86_400_000).toISOString().slice(0, 10)
    const holiday = { date: day, closed: true, label: { de: someText(lot), en: someText(lot) } }
    await saveBranch(lot.db, branches.indexOf(branch) + 1, {
      ...branch,
      phone: `0221 ${lot.below(1_000_000) + 10_000}`,
      hours: lot.below(3) === 0 ? [] : branch.hours,
      // A day has one exception.
      holidays: [...branch.holidays.filter(({ date }) => date !== day), holiday],
    })
  },
  async metal(lot) {
    await sql`insert into metal_price (metal, cents_per_ounce, at, source, entered_by)
      values (${lot.pick(['gold', 'silver', 'platinum'])}, ${lot.below(400_000) + 1000},
        ${new Date(lot.now.getTime() + (lot.below(5) - 3) * 600_000)}, 'Kurs', 'staff')`.execute(lot.db)
  },
  async payout(lot) {
    await sql`insert into payout_rate (name, per_mille, valid_from, entered_by)
      values (${lot.pick(['gold-scrap', 'gold-bullion', 'silver'])}, ${lot.below(300) + 600},
        ${new Date(lot.now.getTime() + (lot.below(5) - 3) * 3_600_000)}, 'staff')`.execute(lot.db)
  },
  async story(lot) {
    const story = await someStory(lot)
    const content = { ...(story.draft_content as object), title: `Titel ${someText(lot)}` }
    const draft = { uuid: story.uuid, fullSlug: story.full_slug, name: story.name, content }
    await saveDraft(lot.db, draft as never, { now: lot.now, from: story.draft_version })
    await publish(lot.db, [story.uuid], { now: lot.now })
  },
  async draftAlone(lot) {
    const story = await someStory(lot)
    const content = { ...(story.draft_content as object), title: `Entwurf ${someText(lot)}` }
    const draft = { uuid: story.uuid, fullSlug: story.full_slug, name: story.name, content }
    await saveDraft(lot.db, draft as never, { now: lot.now, from: story.draft_version })
  },
}
