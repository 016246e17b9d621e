import { Agent, get } from 'node:http'
import { sql } from 'kysely'
import { publish, saveDraft } from '#app/content-service/publishing.ts'
import type { Database } from '#app/platform/database/database.ts'
import { holdProducts, releaseHold } from '#app/shop/checkout/hold.ts'
import { readSettings, saveSetting } from '#app/shop/settings/settings.ts'

/**
 * How often each kind is changed, and in ms for how long a page may be given as it was: for half of the changes and for all
 * of them. What comes after the page was dropped is the time that it takes to make it anew.
 */
const rounds = 50
const most = { half: 100, all: 1_000 }

type Change = { path: string; make(round: number): Promise<unknown> }

/**
 * Changes of each kind that are made elsewhere, and how long a machine goes on giving its kept page as it was, from the
 * commit on.
 */
export async function measureSpread(
  db: Database,
  port: number,
): Promise<{ kind: string; summary: string; wrong: string[] }[]> {
  const found = []
  for (const [kind, { path, make }] of Object.entries(await changesOf(db))) {
    const stale: number[] = []
    const shown: number[] = []
    const wrong: string[] = []
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let round = 0; round < rounds; round += 1) {
      // Until it is kept: then the same is given twice.
      let before = await tagOf(agent, port, path)
      for (
        let again = await tagOf(agent, port, path);
        again !== before;
        again = await tagOf(agent, port, path)
      )
        before = again
      await make(round)
      const since = performance.now()
      let old = 0
      while ((await tagOf(agent, port, path)) === before && old < 10_000) old = performance.now() - since
      stale.push(old)
      shown.push(performance.now() - since)
    }
    agent.destroy()
    const [half, all] = spreadOf(stale)
    if (half > most.half) wrong.push(`half of the changes took more than ${most.half} ms`)
    if (all > most.all) wrong.push(`a change took ${Math.round(all)} ms`)
    const inTime = stale.filter((time) => time <= 100).length
    const summary = `${rounds} changes, the page as it was for up to ${half.toFixed(1)} ms (half of them), ${all.toFixed(1)} ms (all; ${inTime} within 100), shown anew after ${spreadOf(
      shown,
    )
      .map((time) => time.toFixed(1))
      .join(' and ')} ms`
    found.push({ kind, summary, wrong })
  }
  return found
}

/** What half of them stay below, and all. */
function spreadOf(times: readonly number[]): [half: number, all: number] {
  const sorted = times.toSorted((one, other) => one - other)
  return [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0]
}

async function changesOf(db: Database): Promise<Record<string, Change>> {
  const piece = await db
    .selectFrom('product')
    .select(['id', 'slug_de'])
    .where('status', '=', 'listed')
    .where('kind', '=', 'watch')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const path = `/de/produkte/${piece.slug_de}/${piece.id}`
  const holder = 'a-holder-of-the-measurement'
  const story = await db
    .selectFrom('story')
    .select(['uuid', 'full_slug', 'name'])
    .where('full_slug', '=', 'contact')
    .executeTakeFirstOrThrow()
  return {
    price: {
      path,
      make: (round) =>
        sql`update product set price_cents = ${1_000_000 + 1_000 * round}, price_since = now() where id = ${piece.id}`.execute(
          db,
        ),
    },
    hold: {
      path,
      make: (round) =>
        round % 2 === 0
          ? holdProducts(db, { pieces: [piece.id], holder, client: null })
          : releaseHold(db, { holder, pieces: [piece.id] }),
    },
    story: {
      path: '/de/kontakt',
      async make(round) {
        const { draft_content, draft_version } = await db
          .selectFrom('story')
          .select(['draft_content', 'draft_version'])
          .where('uuid', '=', story.uuid)
          .executeTakeFirstOrThrow()
        const content = { ...(draft_content as object), title: `Kontakt ${round}` }
        const draft = { uuid: story.uuid, fullSlug: story.full_slug, name: story.name, content }
        await saveDraft(db, draft as never, { now: new Date(), from: draft_version })
        await publish(db, [story.uuid], { now: new Date() })
      },
    },
    setting: {
      path: '/en/contact',
      async make(round) {
        const { contact } = await readSettings(db)
        await saveSetting(db, 'contact', { ...contact, phone: `0221 ${100_000 + round}` })
      },
    },
  }
}

function tagOf(agent: Agent, port: number, path: string): Promise<string> {
  return new Promise((done, fail) => {
    get({ host: '127.0.0.1', port, path, agent }, (answer) => {
      const { etag } = answer.headers
      answer.resume().on('end', () => done(etag ?? `${answer.statusCode}, not kept`))
    }).on('error', fail)
  })
}
