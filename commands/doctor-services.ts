import { askMailServer, askStripe, inTime, reasonOf, type ServiceAnswer } from '#app/platform/ask-services.ts'
import type { Env } from '#app/platform/env.ts'
import { openFilePlaces } from '#app/platform/file-places.ts'
import { readMetalFeed } from '#app/platform/metal-feed.ts'
import { type Finding, finding } from './doctor-finding.ts'

/** How long each service may take, and how old a price may be, ms. */
const most = 4_000
const oldestPrice = 24 * 3_600_000

/** Mail server, payment provider, metal feed and store, where they are set: each is asked, and nothing is changed there. */
export async function examineServices(env: Env): Promise<Finding[]> {
  const { SMTP_URL: smtp, STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base, METAL_FEED_URL: feed } = env
  const found = await Promise.all([
    smtp && askMailServer(smtp, most).then((said) => told('mail server', smtp, said, 'SMTP_URL')),
    key &&
      askStripe(base, key, most).then((said) => told('payment provider', base, said, 'STRIPE_SECRET_KEY')),
    feed && metalFeed(feed),
    store(env),
  ])
  return found.filter((each) => typeof each === 'object' && each !== null)
}

/** By host and port alone: an address may hold a name and a password. */
function told(about: string, address: string, said: ServiceAnswer, setting: string): Finding {
  const { host } = new URL(address)
  if (said.answers) return finding('ok', about, `${host} answers and takes the account`)
  if (said.refused) return finding('broken', about, `${host} refuses: ${said.reason}`, `Mend ${setting}.`)
  const advice = `Look whether it runs, whether this machine reaches it, and at ${setting}; what is for it waits.`
  return finding('broken', about, `${host} does not answer: ${said.reason}`, advice)
}

async function metalFeed(url: string): Promise<Finding> {
  const about = 'metal feed'
  const now = new Date()
  const answer = await readMetalFeed(url, { now, timeout: most })
  const advice = 'Look at METAL_FEED_URL; staff can enter prices meanwhile (npm run metal-price).'
  if (!answer.ok) return finding('broken', about, `cannot be used: ${answer.reason}`, advice)
  if (answer.refused.length > 0)
    return finding('broken', about, `says what is no price: ${answer.refused.join('; ')}`, advice)
  const names = answer.prices.map(({ metal }) => metal)
  if (names.length === 0) return finding('broken', about, 'names no metal', advice)
  const old = answer.prices.filter(({ at }) => now.getTime() - at.getTime() > oldestPrice)
  if (old.length > 0)
    return finding('warning', about, `older than a day: ${old.map(({ metal }) => metal).join(', ')}`, advice)
  return finding('ok', about, `says ${names.join(', ')}`)
}

async function store(env: Env): Promise<Finding | null> {
  const { store: files } = await openFilePlaces(env)
  if (files === null) return null
  const about = 'file store'
  try {
    await inTime(files.keys()[Symbol.asyncIterator]().next(), most)
    return finding('ok', about, `bucket ${env.S3_BUCKET} can be listed`)
  } catch (error) {
    const advice = 'Look whether it runs and whether the S3_… settings are those of the bucket.'
    return finding('broken', about, `bucket ${env.S3_BUCKET} cannot be listed: ${reasonOf(error)}`, advice)
  } finally {
    files.close()
  }
}
