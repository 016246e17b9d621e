import type { Database } from '#app/platform/database/database.ts'
import { createLog } from '#app/platform/log.ts'
import { openStripe } from '#app/platform/stripe.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { addBranches } from '../catalogue.ts'
import { brokenRules } from '../checkout-invariants.ts'
import { endStory, type Played, playStory, type Stage } from '../checkout-play.ts'
import { startFakeStripe } from '../fakes/stripe.ts'
import { openTurns } from '../interleaved-connections.ts'

/** Sets a stage in an empty database. */
export async function openStage(
  db: Database,
  connectionString: string,
): Promise<Stage & { close(): Promise<void> }> {
  await addBranches(db)
  const stripe = await startFakeStripe()
  const turns = await openTurns(connectionString, 3)
  const shop = {
    db,
    payments: await openStripe(stripe),
    siteUrl: 'http://shop.test',
    log: createLog('silent'),
  }
  const close = async () => {
    await Promise.all([stripe.stop(), turns.close()])
  }
  return { shop, stripe, turns, settings: await readSettings(db), close }
}

/** Short ones for the first meetings of buyers, long ones for what becomes of an order. */
const lengthOf = (seed: number) => [6, 10, 24][seed % 3] as number

/**
 * Plays the story of a seed to its end. Returns what is wrong with it, its seed and its course in front; with `look`
 * also what is wrong with the whole shop, which may be an earlier story's.
 */
export async function tellStory(
  stage: Stage,
  seed: number,
  { look }: { look: boolean },
): Promise<{ wrong: string[]; played: Played }> {
  const played = await playStory(stage, seed, lengthOf(seed))
  const wrong = await endStory(stage, played)
  if (wrong.length > 0 || look) wrong.push(...(await brokenRules(stage.shop.db)))
  if (wrong.length > 0) wrong.unshift(`story ${seed}:`, ...played.told)
  return { wrong, played }
}
